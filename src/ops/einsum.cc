// Einstein summation: operands are multiplied pair by pair, each pair as one batch of matrix
// products.
#include <algorithm>
#include <string>
#include <vector>

#include "tenon/ops/elementwise.h"
#include "tenon/ops/matmul.h"
#include "tenon/ops/reduce.h"
#include "tenon/ops/view.h"

namespace tenon {
namespace {

using Int = std::int64_t;

/// A tensor whose dims have names; "..." stands for digits, counted from its last dim.
struct Term {
  Tensor tensor;
  std::string labels;
};

bool has(const std::string& labels, char label) {
  return labels.find(label) != std::string::npos;
}

/// Names of ellipsis dims: none of Python's letters.
char ellipsis_label(Int from_end) {
  return static_cast<char>(128 + from_end);
}

/// "ij...": labels of one operand with `ndim` dims.
std::string expand_ellipsis(std::string_view text, Int ndim, std::string_view equation) {
  std::string out;
  const std::size_t dots = text.find("...");
  const Int letters = static_cast<Int>(text.size()) - (dots == std::string_view::npos ? 0 : 3);
  if (letters > ndim || (dots == std::string_view::npos && letters != ndim)) {
    fail(ErrorCode::kRuntime, "einsum: '", text, "' of '", equation, "' does not fit ", ndim,
         " dims");
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == dots) {
      for (Int d = ndim - letters; d-- > 0;)
        out += ellipsis_label(d);
      i += 2;
      continue;
    }
    const char c = text[i];
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) {
      fail(ErrorCode::kRuntime, "einsum: '", c, "' in '", equation, "' is no label");
    }
    out += c;
  }
  return out;
}

/// Repeated labels of one operand: its diagonal.
Term without_repeats(Term term) {
  for (std::size_t i = 0; i < term.labels.size(); ++i) {
    const std::size_t again = term.labels.find(term.labels[i], i + 1);
    if (again == std::string::npos)
      continue;
    const Int a = static_cast<Int>(i);
    const Int b = static_cast<Int>(again);
    if (term.tensor.size(a) != term.tensor.size(b)) {
      fail(ErrorCode::kRuntime, "einsum: label '", term.labels[i], "' has sizes ",
           term.tensor.size(a), " and ", term.tensor.size(b));
    }
    const char label = term.labels[i];
    term.tensor = diagonal(term.tensor, 0, a, b);
    term.labels.erase(again, 1);
    term.labels.erase(i, 1);
    term.labels += label;
    --i;
  }
  return term;
}

/// Sums over labels that nobody needs any more.
Term without_unused(Term term, const std::string& needed) {
  Dims dims;
  std::string left;
  for (std::size_t i = 0; i < term.labels.size(); ++i) {
    if (has(needed, term.labels[i])) {
      left += term.labels[i];
    } else {
      dims.push_back(static_cast<Int>(i));
    }
  }
  if (!dims.empty())
    term.tensor = sum(term.tensor, dims, false, term.tensor.dtype());
  term.labels = left;
  return term;
}

/// Dims in the order of `labels`, with size 1 for those the term lacks.
Tensor arranged(const Term& term, const std::string& labels) {
  Dims dims;
  for (const char label : labels) {
    if (has(term.labels, label))
      dims.push_back(static_cast<Int>(term.labels.find(label)));
  }
  Tensor out = permute(term.tensor, dims);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!has(term.labels, labels[i]))
      out = unsqueeze(out, static_cast<Int>(i));
  }
  return out;
}

Int product(const Shape& sizes, std::size_t begin, std::size_t end) {
  Int out = 1;
  for (std::size_t i = begin; i < end; ++i)
    out *= sizes[i];
  return out;
}

/// Product of two terms, summed over the labels that only they have.
Term multiply(const Term& a, const Term& b, const std::string& needed) {
  std::string batch;
  std::string left;
  std::string right;
  std::string summed;
  for (const char label : a.labels) {
    if (!has(b.labels, label)) {
      left += label;
    } else if (has(needed, label)) {
      batch += label;
    } else {
      summed += label;
    }
  }
  for (const char label : b.labels) {
    if (!has(a.labels, label))
      right += label;
  }
  Tensor x = arranged(a, batch + left + summed);
  Tensor y = arranged(b, batch + summed + right);
  // A size of 1 stretches to the other's.
  const auto stretch = [&](const std::string& labels, std::size_t x_at, std::size_t y_at) {
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const Int n = x.size(static_cast<Int>(x_at + i));
      const Int m = y.size(static_cast<Int>(y_at + i));
      if (n == m)
        continue;
      if (n != 1 && m != 1) {
        fail(ErrorCode::kRuntime, "einsum: label '", labels[i], "' has sizes ", n, " and ", m);
      }
      Tensor& small = n == 1 ? x : y;
      Shape sizes = small.sizes();
      sizes[(n == 1 ? x_at : y_at) + i] = std::max(n, m);
      small = expand(small, sizes);
    }
  };
  stretch(batch, 0, 0);
  stretch(summed, batch.size() + left.size(), batch.size());
  Shape sizes;
  for (std::size_t i = 0; i < batch.size() + left.size(); ++i)
    sizes.push_back(x.sizes()[i]);
  for (std::size_t i = batch.size() + summed.size(); i < y.sizes().size(); ++i) {
    sizes.push_back(y.sizes()[i]);
  }
  const Int batches = product(x.sizes(), 0, batch.size());
  const Int rows = product(x.sizes(), batch.size(), batch.size() + left.size());
  const Int inner = product(y.sizes(), batch.size(), batch.size() + summed.size());
  const Int cols = product(y.sizes(), batch.size() + summed.size(), y.sizes().size());
  const Tensor out =
      bmm(reshape(x, Shape{batches, rows, inner}), reshape(y, Shape{batches, inner, cols}));
  return {reshape(out, sizes), batch + left + right};
}

}  // namespace

Tensor einsum(std::string_view text, const std::vector<Tensor>& tensors) {
  std::string equation;
  for (const char c : text) {
    if (c != ' ')
      equation += c;
  }
  const std::size_t arrow = equation.find("->");
  std::string inputs = equation.substr(0, arrow);
  std::vector<Term> terms;
  Int ellipsis_dims = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    if (begin > inputs.size()) {
      fail(ErrorCode::kRuntime, "einsum: '", equation, "' for ", tensors.size(), " operands");
    }
    const std::size_t comma = std::min(inputs.find(',', begin), inputs.size());
    const std::string part = inputs.substr(begin, comma - begin);
    begin = comma + 1;
    const Term term{tensors[i], expand_ellipsis(part, tensors[i].ndim(), equation)};
    if (has(part, '.')) {
      ellipsis_dims =
          std::max(ellipsis_dims, tensors[i].ndim() - static_cast<Int>(part.size()) + 3);
    }
    terms.push_back(without_repeats(term));
  }
  if (tensors.empty() || begin != inputs.size() + 1) {
    fail(ErrorCode::kRuntime, "einsum: '", equation, "' for ", tensors.size(), " operands");
  }
  std::string output;
  std::string all;
  for (Int d = ellipsis_dims; d-- > 0;)
    all += ellipsis_label(d);
  if (arrow != std::string::npos) {
    const std::string part = equation.substr(arrow + 2);
    const Int letters = static_cast<Int>(part.size()) - (has(part, '.') ? 3 : 0);
    output = expand_ellipsis(part, letters + (has(part, '.') ? ellipsis_dims : 0), equation);
  } else {
    // The ellipsis, then labels that occur once, in alphabetical order.
    output = all;
    for (char label = 'A'; label <= 'z'; ++label) {
      if (std::count(inputs.begin(), inputs.end(), label) == 1 && label != '.' && label != ',') {
        output += label;
      }
    }
  }
  for (const char label : output) {
    bool known = false;
    for (const Term& term : terms)
      known = known || has(term.labels, label);
    if (!known || std::count(output.begin(), output.end(), label) > 1) {
      fail(ErrorCode::kRuntime, "einsum: output of '", equation,
           "' has a label twice, or one that no operand has");
    }
  }
  Term result = terms[0];
  for (std::size_t i = 0; i < terms.size(); ++i) {
    std::string needed = output;
    for (std::size_t k = i + 1; k < terms.size(); ++k)
      needed += terms[k].labels;
    if (i == 0) {
      result = without_unused(result, needed);
    } else {
      const Term next = without_unused(terms[i], needed + result.labels);
      result = without_unused(multiply(result, next, needed), needed);
    }
  }
  return arranged(result, output);
}

}  // namespace tenon
