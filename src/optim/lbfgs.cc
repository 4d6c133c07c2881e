// L-BFGS as in Nocedal, Wright, Numerical Optimization, 2006, algorithms 7.4 and 7.5, with the line
// search of 3.5 and 3.6 (cubic interpolation). Works in double; its state takes the dtype of the
// parameters.
#include <cmath>
#include <numeric>
#include <vector>

#include "src/optim/algorithms.h"

namespace tenon::optim {
namespace {

using Vector = std::vector<double>;

double dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}
double largest(const Vector& a) {
  double most = 0;
  for (const double x : a)
    most = std::fabs(x) > most || x != x ? std::fabs(x) : most;
  return most;
}
/// a += factor * b
void add(Vector& a, double factor, const Vector& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] += factor * b[i];
}
Vector times(const Vector& a, double factor) {
  Vector out(a);
  for (double& x : out)
    x *= factor;
  return out;
}

/// A place on the line that is searched.
struct Point {
  double t = 0;
  double loss = 0;
  double slope = 0;
  Vector grad;
};

/// The minimum of the cubic through two points and their slopes, kept within the bounds.
double interpolate(const Point& a, const Point& b, double low, double high) {
  const double d1 = a.slope + b.slope - 3 * (a.loss - b.loss) / (a.t - b.t);
  const double square = d1 * d1 - a.slope * b.slope;
  if (!(square >= 0))
    return (low + high) / 2;
  const double d2 = std::sqrt(square);
  const Point& left = a.t <= b.t ? a : b;
  const Point& right = a.t <= b.t ? b : a;
  const double at = right.t - (right.t - left.t) *
                                  ((right.slope + d2 - d1) / (right.slope - left.slope + 2 * d2));
  return std::min(std::max(at, low), high);
}

class LBFGSOptimizer final : public OptimizerOf<LBFGS> {
 public:
  using OptimizerOf<LBFGS>::OptimizerOf;

  void add_param_group(const Value& group) override {
    if (!groups_.empty())
      fail(ErrorCode::kValue, "LBFGS: there is one group of parameters, not more");
    OptimizerOf<LBFGS>::add_param_group(group);
  }

  Value step(const Closure& closure) override;

 private:
  /// What is minimized is the loss or its negative.
  double sign() const noexcept { return options_.maximize ? -1 : 1; }
  const std::vector<Entry>& entries() const { return groups_[0].entries; }

  Vector flat_grad() const {
    Vector flat;
    for (const Entry& entry : entries()) {
      const Tensor grad = entry.param.grad();
      const std::size_t begin = flat.size();
      flat.resize(begin + static_cast<std::size_t>(entry.param.numel()));
      if (grad.defined()) {
        const Tensor wide = grad.detach().to(DType::kFloat64).contiguous();
        for (std::int64_t i = 0; i < wide.numel(); ++i)
          flat[begin + static_cast<std::size_t>(i)] = sign() * wide.data<double>()[i];
      }
    }
    return flat;
  }
  /// Parameters += factor * direction.
  void move(double factor, const Vector& direction) const {
    const double* from = direction.data();
    for (const Entry& entry : entries()) {
      const Tensor param = entry.param.detach();
      const Tensor wide = param.to(DType::kFloat64).contiguous().clone();
      double* const x = wide.data<double>();
      for (std::int64_t i = 0; i < wide.numel(); ++i)
        x[i] += factor * from[i];
      from += wide.numel();
      param.copy_(wide);
    }
  }

  Value vector_value(const Vector& v) const {
    return Value(
        Tensor::from_data(v.data(), Shape{static_cast<std::int64_t>(v.size())}, DType::kFloat64)
            .to(dtype()));
  }
  Value number_value(double x) const { return Value(Tensor::scalar(x, dtype())); }
  Value list_value(const std::vector<Vector>& items) const {
    std::vector<Value> values;
    for (const Vector& item : items)
      values.push_back(vector_value(item));
    return Value::list(std::move(values));
  }
  DType dtype() const { return entries()[0].param.dtype(); }
  static double number_of(const Value& value) {
    return value.is_tensor() ? value.as_tensor().item() : value.as_float();
  }
  static Vector vector_of(const Value& value) {
    const Tensor wide = value.as_tensor().to(DType::kFloat64).contiguous();
    return Vector(wide.data<double>(), wide.data<double>() + wide.numel());
  }

  template <class Evaluate>
  int search(const Evaluate& evaluate, const Point& start, double first, const Vector& direction,
             double tolerance, Point* found) const;
};

/// Looks for a step that fulfils the strong Wolfe conditions; returns the evaluations used.
template <class Evaluate>
int LBFGSOptimizer::search(const Evaluate& evaluate, const Point& start, double first,
                           const Vector& direction, double tolerance, Point* found) const {
  constexpr double kDecrease = 1e-4, kCurvature = 0.9;
  constexpr int kMost = 25;
  const double length = largest(direction);
  Point previous = start, now = evaluate(first);
  int evaluations = 1, round = 0;
  Point low, high;
  bool done = false, bracketed = false;
  for (; round < kMost; ++round) {
    if (now.loss > start.loss + kDecrease * now.t * start.slope ||
        (round > 1 && now.loss >= previous.loss)) {
      bracketed = true;
      break;
    }
    if (std::fabs(now.slope) <= -kCurvature * start.slope) {
      done = true;
      break;
    }
    if (now.slope >= 0) {
      bracketed = true;
      break;
    }
    const double t = interpolate(previous, now, now.t + 0.01 * (now.t - previous.t), now.t * 10);
    previous = std::move(now);
    now = evaluate(t);
    ++evaluations;
  }
  if (done) {
    *found = std::move(now);
    return evaluations;
  }
  Point bracket[2] = {bracketed ? previous : start, now};
  bool stuck = false;
  int best = bracket[0].loss <= bracket[1].loss ? 0 : 1;
  while (!done && round < kMost) {
    const double begin = std::min(bracket[0].t, bracket[1].t);
    const double end = std::max(bracket[0].t, bracket[1].t);
    if ((end - begin) * length < tolerance)
      break;
    double t = interpolate(bracket[0], bracket[1], begin, end);
    // A trial at the edge of the bracket for the second time is moved a tenth inwards.
    const double margin = 0.1 * (end - begin);
    if (std::min(end - t, t - begin) < margin) {
      if (stuck || t >= end || t <= begin) {
        t = std::fabs(t - end) < std::fabs(t - begin) ? end - margin : begin + margin;
        stuck = false;
      } else {
        stuck = true;
      }
    } else {
      stuck = false;
    }
    Point trial = evaluate(t);
    ++evaluations;
    ++round;
    if (trial.loss > start.loss + kDecrease * t * start.slope || trial.loss >= bracket[best].loss) {
      bracket[1 - best] = std::move(trial);
      best = bracket[0].loss <= bracket[1].loss ? 0 : 1;
    } else {
      if (std::fabs(trial.slope) <= -kCurvature * start.slope) {
        done = true;
      } else if (trial.slope * (bracket[1 - best].t - bracket[best].t) >= 0) {
        bracket[1 - best] = bracket[best];
      }
      bracket[best] = std::move(trial);
    }
  }
  *found = std::move(bracket[best]);
  return evaluations;
}

Value LBFGSOptimizer::step(const Closure& closure) {
  if (!closure)
    fail(ErrorCode::kType, "LBFGS: a step needs a closure that computes the loss");
  begin_group(*groups_[0].dict);
  const Options o = options_;
  const bool searches = !o.line_search_fn.empty();
  if (searches && o.line_search_fn != "strong_wolfe")
    fail(ErrorCode::kRuntime, "LBFGS: line_search_fn is '", o.line_search_fn,
         "', must be None or 'strong_wolfe'");
  if (entries().empty())
    return closure();
  const double lr = o.lr;
  Ref<Dict>& state = entries()[0].state->values;
  if (!state) {
    state = tenon::make<Dict>(context());
    state->set("func_evals", Value(0));
    state->set("n_iter", Value(0));
  }
  const auto count = [&](const char* key, std::int64_t more) {
    const std::int64_t now = state->find(key)->as_int() + more;
    state->set(key, Value(now));
    return now;
  };
  const auto loss_of = [&] { return sign() * number_of(closure()); };

  const Value first_loss = closure();
  double loss = sign() * number_of(first_loss);
  std::int64_t evaluations = 1;
  count("func_evals", 1);
  Vector grad = flat_grad();
  if (largest(grad) <= o.tolerance_grad)
    return first_loss;

  Vector d, previous_grad;
  std::vector<Vector> dirs, steps;
  Vector ro, al;
  double t = 0, diagonal = 1, previous_loss = 0;
  bool t_is_tensor = false, diagonal_is_tensor = false;
  if (const Value* saved = state->find("d")) {
    d = vector_of(*saved);
    t = number_of(*state->find("t"));
    for (const Value& v : state->find("old_dirs")->as_sequence().items)
      dirs.push_back(vector_of(v));
    for (const Value& v : state->find("old_stps")->as_sequence().items)
      steps.push_back(vector_of(v));
    for (const Value& v : state->find("ro")->as_sequence().items)
      ro.push_back(number_of(v));
    const Value& scale = *state->find("H_diag");
    diagonal = number_of(scale);
    diagonal_is_tensor = scale.is_tensor();
    previous_grad = vector_of(*state->find("prev_flat_grad"));
    previous_loss = number_of(*state->find("prev_loss"));
  }

  for (int round = 1; round <= static_cast<int>(o.max_iter); ++round) {
    const std::int64_t total = count("n_iter", 1);
    if (total == 1) {
      d = times(grad, -1);
    } else {
      Vector y(grad);
      add(y, -1, previous_grad);
      Vector s = times(d, t);
      const double ys = dot(y, s);
      if (ys > 1e-10) {
        if (dirs.size() == static_cast<std::size_t>(o.history_size)) {
          dirs.erase(dirs.begin());
          steps.erase(steps.begin());
          ro.erase(ro.begin());
        }
        diagonal = ys / dot(y, y);
        diagonal_is_tensor = true;
        dirs.push_back(std::move(y));
        steps.push_back(std::move(s));
        ro.push_back(1 / ys);
      }
      if (!state->has("al")) {
        state->set("al", Value::list(std::vector<Value>(static_cast<std::size_t>(o.history_size))));
      }
      al.assign(dirs.size(), 0);
      d = times(grad, -1);
      for (std::size_t i = dirs.size(); i-- > 0;) {
        al[i] = dot(steps[i], d) * ro[i];
        add(d, -al[i], dirs[i]);
      }
      d = times(d, diagonal);
      for (std::size_t i = 0; i < dirs.size(); ++i)
        add(d, al[i] - dot(dirs[i], d) * ro[i], steps[i]);
    }
    previous_grad = grad;
    previous_loss = loss;
    t = lr;
    t_is_tensor = false;
    if (total == 1) {
      double sum = 0;
      for (const double g : grad)
        sum += std::fabs(g);
      t_is_tensor = 1 / sum < 1;
      t = std::min(1.0, 1 / sum) * lr;
    }
    const double slope = dot(grad, d);
    if (slope > -o.tolerance_change)
      break;
    int used = 0;
    if (searches) {
      std::vector<Tensor> at;
      for (const Entry& entry : entries())
        at.push_back(entry.param.detach().clone());
      const auto evaluate = [&](double where) {
        move(where, d);
        Point point;
        point.t = where;
        point.loss = loss_of();
        point.grad = flat_grad();
        point.slope = dot(point.grad, d);
        for (std::size_t i = 0; i < at.size(); ++i)
          entries()[i].param.detach().copy_(at[i]);
        return point;
      };
      Point found;
      used = search(evaluate, {0, loss, slope, grad}, t, d, o.tolerance_change, &found);
      loss = found.loss;
      grad = std::move(found.grad);
      t_is_tensor = t_is_tensor && found.t == t;
      t = found.t;
      move(t, d);
    } else {
      move(t, d);
      // Whoever is interested in the last point evaluates it anyway.
      if (round != static_cast<int>(o.max_iter)) {
        loss = loss_of();
        grad = flat_grad();
        used = 1;
      }
    }
    evaluations += used;
    count("func_evals", used);
    if (round == static_cast<int>(o.max_iter) || static_cast<double>(evaluations) >= o.max_eval ||
        largest(grad) <= o.tolerance_grad || largest(d) * std::fabs(t) <= o.tolerance_change ||
        std::fabs(loss - previous_loss) < o.tolerance_change) {
      break;
    }
  }

  if (!al.empty()) {
    std::vector<Value> values = state->find("al")->as_sequence().items;
    for (std::size_t i = 0; i < al.size() && i < values.size(); ++i)
      values[i] = number_value(al[i]);
    state->set("al", Value::list(std::move(values)));
  }
  std::vector<Value> ro_values;
  for (const double x : ro)
    ro_values.push_back(number_value(x));
  state->set("d", vector_value(d));
  state->set("t", t_is_tensor ? number_value(t) : t == lr ? o.lr.spelled() : Value(t));
  state->set("old_dirs", list_value(dirs));
  state->set("old_stps", list_value(steps));
  state->set("ro", Value::list(std::move(ro_values)));
  state->set("H_diag", diagonal_is_tensor ? number_value(diagonal) : Value(1));
  state->set("prev_flat_grad", vector_value(previous_grad));
  state->set("prev_loss", Value(previous_loss));
  return first_loss;
}

}  // namespace

void LBFGS::check(Options& o) {
  if (o.max_eval.is_none())
    o.max_eval = Number(static_cast<std::int64_t>(o.max_iter * 5) / 4);
}

Ref<Optimizer> LBFGS::make(Context& context, const Value& options) {
  return tenon::make<LBFGSOptimizer>(context, options);
}

}  // namespace tenon::optim
