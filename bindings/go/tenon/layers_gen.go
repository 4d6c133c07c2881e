// Generated from the library's own list by bindings/go/generate.py. DO NOT EDIT.

package tenon

// NewAvgPool1d makes PyTorch's AvgPool1d: Mean of each window of (N, C, L) or (C, L). Close it.
//
// Options, by position or With:
//
//   - kernel_size: Size of the window.
//   - stride (None): Step of the window; None: kernel_size.
//   - padding (0): Zeros on both sides, at most half the window.
//   - ceil_mode (False): A last window may hang over the edge.
//   - count_include_pad (True): Padding counts as zeros.
func NewAvgPool1d(kernelSize any, options ...any) (*Module, error) {
	return newLayer("AvgPool1d", []string{"kernel_size", "stride", "padding", "ceil_mode", "count_include_pad"}, append([]any{kernelSize}, options...))
}

// NewAvgPool2d makes PyTorch's AvgPool2d: Mean of each window of (N, C, H, W) or (C, H, W). Close
// it.
//
// Options, by position or With:
//
//   - kernel_size: Size of the window.
//   - stride (None): Step of the window; None: kernel_size.
//   - padding (0): Zeros on both sides, at most half the window.
//   - ceil_mode (False): A last window may hang over the edge.
//   - count_include_pad (True): Padding counts as zeros.
//   - divisor_override (None): Divides instead of the count.
func NewAvgPool2d(kernelSize any, options ...any) (*Module, error) {
	return newLayer("AvgPool2d", []string{"kernel_size", "stride", "padding", "ceil_mode", "count_include_pad", "divisor_override"}, append([]any{kernelSize}, options...))
}

// NewBCELoss makes PyTorch's BCELoss: Cross entropy of probabilities of yes and no. Close it.
//
// Options, by position or With:
//
//   - weight (None): A factor of each element's loss.
//   - size_average (None): Older form of reduction: mean, else sum.
//   - reduce (None): Older form of reduction: False is none.
//   - reduction ('mean'): 'none', 'mean' or 'sum' over the losses.
func NewBCELoss(options ...any) (*Module, error) {
	return newLayer("BCELoss", []string{"weight", "size_average", "reduce", "reduction"}, options)
}

// NewBCEWithLogitsLoss makes PyTorch's BCEWithLogitsLoss: BCELoss of sigmoid(input), without
// overflow. Close it.
//
// Options, by position or With:
//
//   - weight (None): A factor of each element's loss.
//   - size_average (None): Older form of reduction: mean, else sum.
//   - reduce (None): Older form of reduction: False is none.
//   - reduction ('mean'): 'none', 'mean' or 'sum' over the losses.
//   - pos_weight (None): A factor of yes.
func NewBCEWithLogitsLoss(options ...any) (*Module, error) {
	return newLayer("BCEWithLogitsLoss", []string{"weight", "size_average", "reduce", "reduction", "pos_weight"}, options)
}

// NewBatchNorm1d makes PyTorch's BatchNorm1d: Batch normalisation of (N, C) or (N, C, L). Close
// it.
//
// Options, by position or With:
//
//   - num_features: Channels of the input.
//   - eps (1e-05): Added to the variance.
//   - momentum (0.1): Weight of the new statistics; None: plain average.
//   - affine (True): Learnable weight and bias.
//   - track_running_stats (True): Keep running statistics.
//   - device (None): None or 'cpu'.
//   - dtype (None): Floating dtype of the parameters; None: float32.
//   - bias (True): With affine: a bias beside the weight.
func NewBatchNorm1d(numFeatures int64, options ...any) (*Module, error) {
	return newLayer("BatchNorm1d", []string{"num_features", "eps", "momentum", "affine", "track_running_stats", "device", "dtype", "bias"}, append([]any{numFeatures}, options...))
}

// NewBatchNorm2d makes PyTorch's BatchNorm2d: Batch normalisation of (N, C, H, W). Close it.
//
// Options, by position or With:
//
//   - num_features: Channels of the input.
//   - eps (1e-05): Added to the variance.
//   - momentum (0.1): Weight of the new statistics; None: plain average.
//   - affine (True): Learnable weight and bias.
//   - track_running_stats (True): Keep running statistics.
//   - device (None): None or 'cpu'.
//   - dtype (None): Floating dtype of the parameters; None: float32.
//   - bias (True): With affine: a bias beside the weight.
func NewBatchNorm2d(numFeatures int64, options ...any) (*Module, error) {
	return newLayer("BatchNorm2d", []string{"num_features", "eps", "momentum", "affine", "track_running_stats", "device", "dtype", "bias"}, append([]any{numFeatures}, options...))
}

// NewConv1d makes PyTorch's Conv1d: Convolution over (N, C, L) or (C, L). Close it.
//
// Options, by position or With:
//
//   - in_channels: Channels of the input.
//   - out_channels: Channels of the output.
//   - kernel_size: Size of the kernel.
//   - stride (1): Step of the kernel.
//   - padding (0): Added on both sides; or 'same' or 'valid'.
//   - dilation (1): Distance of the kernel's elements.
//   - groups (1): Number of blocks that channels are divided into.
//   - bias (True): Add a learnable bias.
//   - padding_mode ('zeros'): 'zeros', 'reflect', 'replicate', 'circular'.
//   - device (None): None or 'cpu'.
//   - dtype (None): Floating dtype of the parameters; None: float32.
func NewConv1d(inChannels int64, outChannels int64, kernelSize any, options ...any) (*Module, error) {
	return newLayer("Conv1d", []string{"in_channels", "out_channels", "kernel_size", "stride", "padding", "dilation", "groups", "bias", "padding_mode", "device", "dtype"}, append([]any{inChannels, outChannels, kernelSize}, options...))
}

// NewConv2d makes PyTorch's Conv2d: Convolution over (N, C, H, W) or (C, H, W). Close it.
//
// Options, by position or With:
//
//   - in_channels: Channels of the input.
//   - out_channels: Channels of the output.
//   - kernel_size: Size of the kernel.
//   - stride (1): Step of the kernel.
//   - padding (0): Added on both sides; or 'same' or 'valid'.
//   - dilation (1): Distance of the kernel's elements.
//   - groups (1): Number of blocks that channels are divided into.
//   - bias (True): Add a learnable bias.
//   - padding_mode ('zeros'): 'zeros', 'reflect', 'replicate', 'circular'.
//   - device (None): None or 'cpu'.
//   - dtype (None): Floating dtype of the parameters; None: float32.
func NewConv2d(inChannels int64, outChannels int64, kernelSize any, options ...any) (*Module, error) {
	return newLayer("Conv2d", []string{"in_channels", "out_channels", "kernel_size", "stride", "padding", "dilation", "groups", "bias", "padding_mode", "device", "dtype"}, append([]any{inChannels, outChannels, kernelSize}, options...))
}

// NewCrossEntropyLoss makes PyTorch's CrossEntropyLoss: Cross entropy of logits and classes or
// probabilities. Close it.
//
// Options, by position or With:
//
//   - weight (None): A weight for each class.
//   - size_average (None): Older form of reduction: mean, else sum.
//   - ignore_index (-100): A target that costs nothing.
//   - reduce (None): Older form of reduction: False is none.
//   - reduction ('mean'): 'none', 'mean' or 'sum' over the losses.
//   - label_smoothing (0.0): Share of the target spread evenly.
func NewCrossEntropyLoss(options ...any) (*Module, error) {
	return newLayer("CrossEntropyLoss", []string{"weight", "size_average", "ignore_index", "reduce", "reduction", "label_smoothing"}, options)
}

// NewDropout makes PyTorch's Dropout: Zeroes elements at random while training. Close it.
//
// Options, by position or With:
//
//   - p (0.5): Probability of an element to be zeroed.
//   - inplace (False): Write over the input.
func NewDropout(options ...any) (*Module, error) {
	return newLayer("Dropout", []string{"p", "inplace"}, options)
}

// NewELU makes PyTorch's ELU: x, or alpha (e^x - 1) below 0. Close it.
//
// Options, by position or With:
//
//   - alpha (1.0): Scale below 0.
//   - inplace (False): Write over the input.
func NewELU(options ...any) (*Module, error) {
	return newLayer("ELU", []string{"alpha", "inplace"}, options)
}

// NewEmbedding makes PyTorch's Embedding: Rows of a table by number. Close it.
//
// Options, by position or With:
//
//   - num_embeddings: Rows of the table.
//   - embedding_dim: Length of a row.
//   - padding_idx (None): A row that begins as zeros and never learns.
//   - max_norm (None): Rows looked up are scaled down to this norm, in place.
//   - norm_type (2.0): The p of that norm.
//   - scale_grad_by_freq (False): Gradients divided by how often a row occurs.
//   - sparse (False): Sparse gradients.
//   - _weight (None): The table, instead of a random one.
//   - _freeze (False): The table does not require a gradient.
//   - device (None): None or 'cpu'.
//   - dtype (None): Floating dtype of the parameters; None: float32.
func NewEmbedding(numEmbeddings int64, embeddingDim int64, options ...any) (*Module, error) {
	return newLayer("Embedding", []string{"num_embeddings", "embedding_dim", "padding_idx", "max_norm", "norm_type", "scale_grad_by_freq", "sparse", "_weight", "_freeze", "device", "dtype"}, append([]any{numEmbeddings, embeddingDim}, options...))
}

// NewFlatten makes PyTorch's Flatten: Dims start_dim to end_dim as one. Close it.
//
// Options, by position or With:
//
//   - start_dim (1): First dim to flatten.
//   - end_dim (-1): Last dim to flatten.
func NewFlatten(options ...any) (*Module, error) {
	return newLayer("Flatten", []string{"start_dim", "end_dim"}, options)
}

// NewHardtanh makes PyTorch's Hardtanh: x between min_val and max_val. Close it.
//
// Options, by position or With:
//
//   - min_val (-1.0): Lower bound.
//   - max_val (1.0): Upper bound.
//   - inplace (False): Write over the input.
func NewHardtanh(options ...any) (*Module, error) {
	return newLayer("Hardtanh", []string{"min_val", "max_val", "inplace"}, options)
}

// NewHuberLoss makes PyTorch's HuberLoss: d² / 2 up to delta, delta (d - delta / 2) above. Close
// it.
//
// Options, by position or With:
//
//   - reduction ('mean'): 'none', 'mean' or 'sum' over the losses.
//   - delta (1.0): Where the square turns into a line.
func NewHuberLoss(options ...any) (*Module, error) {
	return newLayer("HuberLoss", []string{"reduction", "delta"}, options)
}

// NewIdentity makes PyTorch's Identity: Returns its input; takes any options. Close it.
func NewIdentity(options ...any) (*Module, error) {
	return newLayer("Identity", []string{}, options)
}

// NewL1Loss makes PyTorch's L1Loss: |input - target|, broadcast; mean, sum or none. Close it.
//
// Options, by position or With:
//
//   - size_average (None): Older form of reduction: mean, else sum.
//   - reduce (None): Older form of reduction: False is none.
//   - reduction ('mean'): 'none', 'mean' or 'sum' over the losses.
func NewL1Loss(options ...any) (*Module, error) {
	return newLayer("L1Loss", []string{"size_average", "reduce", "reduction"}, options)
}

// NewLSTM makes PyTorch's LSTM: Long short-term memory over a sequence. Close it.
//
// Options, by position or With:
//
//   - input_size: Size of an input step.
//   - hidden_size: Size of the state.
//   - num_layers (1): Layers on top of each other.
//   - bias (True): Learnable biases bias_ih, bias_hh.
//   - batch_first (False): Batched tensors are (N, T, *), not (T, N, *).
//   - dropout (0.0): Dropout on the output of all layers but the last.
//   - bidirectional (False): Also run backwards.
//   - proj_size (0): Size that h is projected to; 0: not projected.
//   - device (None): None or 'cpu'.
//   - dtype (None): Floating dtype of the parameters; None: float32.
func NewLSTM(inputSize int64, hiddenSize int64, options ...any) (*Module, error) {
	return newLayer("LSTM", []string{"input_size", "hidden_size", "num_layers", "bias", "batch_first", "dropout", "bidirectional", "proj_size", "device", "dtype"}, append([]any{inputSize, hiddenSize}, options...))
}

// NewLayerNorm makes PyTorch's LayerNorm: Normalisation over the last dims. Close it.
//
// Options, by position or With:
//
//   - normalized_shape: The last dims of the input.
//   - eps (1e-05): Added to the variance.
//   - elementwise_affine (True): Learnable weight and bias.
//   - bias (True): With elementwise_affine: a bias beside the weight.
//   - device (None): None or 'cpu'.
//   - dtype (None): Floating dtype of the parameters; None: float32.
func NewLayerNorm(normalizedShape any, options ...any) (*Module, error) {
	return newLayer("LayerNorm", []string{"normalized_shape", "eps", "elementwise_affine", "bias", "device", "dtype"}, append([]any{normalizedShape}, options...))
}

// NewLeakyReLU makes PyTorch's LeakyReLU: x, or negative_slope x below 0. Close it.
//
// Options, by position or With:
//
//   - negative_slope (0.01): Slope below 0.
//   - inplace (False): Write over the input.
func NewLeakyReLU(options ...any) (*Module, error) {
	return newLayer("LeakyReLU", []string{"negative_slope", "inplace"}, options)
}

// NewLinear makes PyTorch's Linear: y = x Wᵀ + b over the last dim. Close it.
//
// Options, by position or With:
//
//   - in_features: Size of each input row.
//   - out_features: Size of each output row.
//   - bias (True): Add a learnable bias.
//   - device (None): None or 'cpu'.
//   - dtype (None): Floating dtype of the parameters; None: float32.
func NewLinear(inFeatures int64, outFeatures int64, options ...any) (*Module, error) {
	return newLayer("Linear", []string{"in_features", "out_features", "bias", "device", "dtype"}, append([]any{inFeatures, outFeatures}, options...))
}

// NewLogSoftmax makes PyTorch's LogSoftmax: log(e^x / sum e^x) along a dim. Close it.
//
// Options, by position or With:
//
//   - dim (None): Along which; None: 0 for 0, 1 and 3 dims, else 1.
func NewLogSoftmax(options ...any) (*Module, error) {
	return newLayer("LogSoftmax", []string{"dim"}, options)
}

// NewMSELoss makes PyTorch's MSELoss: (input - target)², broadcast; mean, sum or none. Close it.
//
// Options, by position or With:
//
//   - size_average (None): Older form of reduction: mean, else sum.
//   - reduce (None): Older form of reduction: False is none.
//   - reduction ('mean'): 'none', 'mean' or 'sum' over the losses.
func NewMSELoss(options ...any) (*Module, error) {
	return newLayer("MSELoss", []string{"size_average", "reduce", "reduction"}, options)
}

// NewMaxPool1d makes PyTorch's MaxPool1d: Largest of each window of (N, C, L) or (C, L). Close it.
//
// Options, by position or With:
//
//   - kernel_size: Size of the window.
//   - stride (None): Step of the window; None: kernel_size.
//   - padding (0): Added on both sides, at most half the window.
//   - dilation (1): Distance of the window's elements.
//   - return_indices (False): Return (output, indices).
//   - ceil_mode (False): A last window may hang over the edge.
func NewMaxPool1d(kernelSize any, options ...any) (*Module, error) {
	return newLayer("MaxPool1d", []string{"kernel_size", "stride", "padding", "dilation", "return_indices", "ceil_mode"}, append([]any{kernelSize}, options...))
}

// NewMaxPool2d makes PyTorch's MaxPool2d: Largest of each window of (N, C, H, W) or (C, H, W).
// Close it.
//
// Options, by position or With:
//
//   - kernel_size: Size of the window.
//   - stride (None): Step of the window; None: kernel_size.
//   - padding (0): Added on both sides, at most half the window.
//   - dilation (1): Distance of the window's elements.
//   - return_indices (False): Return (output, indices).
//   - ceil_mode (False): A last window may hang over the edge.
func NewMaxPool2d(kernelSize any, options ...any) (*Module, error) {
	return newLayer("MaxPool2d", []string{"kernel_size", "stride", "padding", "dilation", "return_indices", "ceil_mode"}, append([]any{kernelSize}, options...))
}

// NewMultiheadAttention makes PyTorch's MultiheadAttention: Attention of several heads side by
// side. Close it.
//
// Options, by position or With:
//
//   - embed_dim: Size of a query and of an output.
//   - num_heads: Heads, each of embed_dim / num_heads.
//   - dropout (0.0): Dropout on the weights, while training.
//   - bias (True): Learnable biases of the projections.
//   - add_bias_kv (False): A learnable key and value more.
//   - add_zero_attn (False): A key and value of zeros more.
//   - kdim (None): Size of a key; None: embed_dim.
//   - vdim (None): Size of a value; None: embed_dim.
//   - batch_first (False): Batched tensors are (N, L, *), not (L, N, *).
//   - device (None): None or 'cpu'.
//   - dtype (None): Floating dtype of the parameters; None: float32.
func NewMultiheadAttention(embedDim int64, numHeads int64, options ...any) (*Module, error) {
	return newLayer("MultiheadAttention", []string{"embed_dim", "num_heads", "dropout", "bias", "add_bias_kv", "add_zero_attn", "kdim", "vdim", "batch_first", "device", "dtype"}, append([]any{embedDim, numHeads}, options...))
}

// NewNLLLoss makes PyTorch's NLLLoss: Minus the log-probability of each target class. Close it.
//
// Options, by position or With:
//
//   - weight (None): A weight for each class.
//   - size_average (None): Older form of reduction: mean, else sum.
//   - ignore_index (-100): A target that costs nothing.
//   - reduce (None): Older form of reduction: False is none.
//   - reduction ('mean'): 'none', 'mean' or 'sum' over the losses.
func NewNLLLoss(options ...any) (*Module, error) {
	return newLayer("NLLLoss", []string{"weight", "size_average", "ignore_index", "reduce", "reduction"}, options)
}

// NewReLU makes PyTorch's ReLU: max(x, 0). Close it.
//
// Options, by position or With:
//
//   - inplace (False): Write over the input.
func NewReLU(options ...any) (*Module, error) {
	return newLayer("ReLU", []string{"inplace"}, options)
}

// NewSiLU makes PyTorch's SiLU: x / (1 + e^-x). Close it.
//
// Options, by position or With:
//
//   - inplace (False): Write over the input.
func NewSiLU(options ...any) (*Module, error) {
	return newLayer("SiLU", []string{"inplace"}, options)
}

// NewSigmoid makes PyTorch's Sigmoid: 1 / (1 + e^-x). Close it.
func NewSigmoid(options ...any) (*Module, error) {
	return newLayer("Sigmoid", []string{}, options)
}

// NewSmoothL1Loss makes PyTorch's SmoothL1Loss: d² / (2 beta) below beta, d - beta / 2 above.
// Close it.
//
// Options, by position or With:
//
//   - size_average (None): Older form of reduction: mean, else sum.
//   - reduce (None): Older form of reduction: False is none.
//   - reduction ('mean'): 'none', 'mean' or 'sum' over the losses.
//   - beta (1.0): Where the square turns into a line.
func NewSmoothL1Loss(options ...any) (*Module, error) {
	return newLayer("SmoothL1Loss", []string{"size_average", "reduce", "reduction", "beta"}, options)
}

// NewSoftmax makes PyTorch's Softmax: e^x / sum e^x along a dim. Close it.
//
// Options, by position or With:
//
//   - dim (None): Along which; None: 0 for 0, 1 and 3 dims, else 1.
func NewSoftmax(options ...any) (*Module, error) {
	return newLayer("Softmax", []string{"dim"}, options)
}

// NewSoftplus makes PyTorch's Softplus: log(1 + e^(beta x)) / beta. Close it.
//
// Options, by position or With:
//
//   - beta (1.0): Steepness.
//   - threshold (20.0): Above it (times beta) the line y = x.
func NewSoftplus(options ...any) (*Module, error) {
	return newLayer("Softplus", []string{"beta", "threshold"}, options)
}

// NewTanh makes PyTorch's Tanh: Hyperbolic tangent. Close it.
func NewTanh(options ...any) (*Module, error) {
	return newLayer("Tanh", []string{}, options)
}
