#include "tenon/nn/averaging.h"

#include "tenon/nn/layers/norm.h"
#include "tenon/ops/elementwise.h"

namespace tenon::nn {

AverageFunction mean_average() {
  return [](const Tensor& average, const Tensor& model, std::int64_t averaged) {
    return add(average, div(sub(model, average), averaged + 1));
  };
}

AverageFunction swa_multi_average() {
  return [](const Tensor& average, const Tensor& model, std::int64_t averaged) {
    if (average.dtype() != DType::kFloat32 && average.dtype() != DType::kFloat64)
      return mean_average()(average, model, averaged);
    const float weight = 1 / static_cast<float>(averaged + 1);
    return lerp(average, model, static_cast<double>(weight));
  };
}

AverageFunction ema_average(double decay) {
  if (!(decay >= 0 && decay <= 1))
    fail(ErrorCode::kValue, "AveragedModel: decay is ", decay, ", must be in [0, 1]");
  return [decay](const Tensor& average, const Tensor& model, std::int64_t) {
    return add(mul(average, decay), mul(model, 1 - decay));
  };
}

AveragedModel::AveragedModel(AverageFunction average, bool use_buffers)
    : Module("AveragedModel"), average_(std::move(average)), use_buffers_(use_buffers) {}

AveragedModel::AveragedModel(const Module& model, AverageFunction average, bool use_buffers)
    : AveragedModel(std::move(average), use_buffers) {
  register_module("module", model.deepcopy());
  register_buffer("n_averaged", Tensor::scalar_int(0));
}

Ref<Module> AveragedModel::clone_shell() const {
  return make<AveragedModel>(average_, use_buffers_);
}

Value AveragedModel::forward(std::span<const Value> args, const Value& kwargs) {
  const Ref<Module> inner = child_slots()[0].module;
  return inner->call(Value::tuple(std::vector<Value>(args.begin(), args.end())), kwargs);
}

void AveragedModel::update_parameters(const Module& model) {
  const Module& own = *child_slots()[0].module;
  const Tensor count = get_buffer("n_averaged");
  const std::int64_t averaged = count.item_int();
  const auto follow = [&](const std::vector<Tensor>& to, const std::vector<Tensor>& from,
                          bool averages) {
    if (to.size() != from.size()) {
      fail(ErrorCode::kValue, "AveragedModel: the model has ", from.size(),
           " tensors, the average ", to.size());
    }
    for (std::size_t i = 0; i < to.size(); ++i) {
      const Tensor target = to[i].detach(), source = from[i].detach();
      target.copy_(averages && averaged != 0 ? average_(target, source, averaged) : source);
    }
  };
  follow(own.parameters(), model.parameters(), true);
  follow(own.buffers(), model.buffers(), use_buffers_);
  count.fill_int_(averaged + 1);
}

void update_bn(Module& model, std::span<const Value> inputs) {
  struct Kept {
    Ref<Module> module;
    BatchNormLayer* norm;
    std::optional<Real> momentum;
  };
  struct Restore {
    Module& model;
    bool training;
    std::vector<Kept> norms;
    ~Restore() {
      for (const Kept& kept : norms)
        kept.norm->set_momentum(kept.momentum);
      model.train(training);
    }
  } restore{model, model.is_training(), {}};
  for (const Ref<Module>& module : model.modules()) {
    if (auto* norm = dynamic_cast<BatchNormLayer*>(module.get()))
      restore.norms.push_back({module, norm, norm->options().momentum});
  }
  if (restore.norms.empty())
    return;
  for (const Kept& kept : restore.norms) {
    kept.norm->reset_running_stats();
    kept.norm->set_momentum({});
  }
  model.train();
  for (const Value& input : inputs) {
    const Value first = input.is_sequence() ? input.at(0) : input;
    model.call(Value::tuple({first}), Value());
  }
}

}  // namespace tenon::nn
