// Generated from the library's own list by bindings/go/generate.py. DO NOT EDIT.

package tenon

var (
	opGelu                         = opRef{name: "gelu"}
	opSoftplus                     = opRef{name: "softplus"}
	opElu                          = opRef{name: "elu"}
	opEluInPlace                   = opRef{name: "elu_"}
	opCelu                         = opRef{name: "celu"}
	opLeakyRelu                    = opRef{name: "leaky_relu"}
	opLeakyReluInPlace             = opRef{name: "leaky_relu_"}
	opHardtanh                     = opRef{name: "hardtanh"}
	opHardtanhInPlace              = opRef{name: "hardtanh_"}
	opHardshrink                   = opRef{name: "hardshrink"}
	opSoftshrink                   = opRef{name: "softshrink"}
	opThreshold                    = opRef{name: "threshold"}
	opThresholdInPlace             = opRef{name: "threshold_"}
	opPrelu                        = opRef{name: "prelu"}
	opGlu                          = opRef{name: "glu"}
	opAdd                          = opRef{name: "add"}
	opSub                          = opRef{name: "sub"}
	opMul                          = opRef{name: "mul"}
	opDiv                          = opRef{name: "div"}
	opFloorDivide                  = opRef{name: "floor_divide"}
	opRemainder                    = opRef{name: "remainder"}
	opFmod                         = opRef{name: "fmod"}
	opPow                          = opRef{name: "pow"}
	opFloatPower                   = opRef{name: "float_power"}
	opMaximum                      = opRef{name: "maximum"}
	opMinimum                      = opRef{name: "minimum"}
	opFmax                         = opRef{name: "fmax"}
	opFmin                         = opRef{name: "fmin"}
	opAtan2                        = opRef{name: "atan2"}
	opHypot                        = opRef{name: "hypot"}
	opCopysign                     = opRef{name: "copysign"}
	opXlogy                        = opRef{name: "xlogy"}
	opLogaddexp                    = opRef{name: "logaddexp"}
	opEq                           = opRef{name: "eq"}
	opNe                           = opRef{name: "ne"}
	opLt                           = opRef{name: "lt"}
	opLe                           = opRef{name: "le"}
	opGt                           = opRef{name: "gt"}
	opGe                           = opRef{name: "ge"}
	opLogicalAnd                   = opRef{name: "logical_and"}
	opLogicalOr                    = opRef{name: "logical_or"}
	opLogicalXor                   = opRef{name: "logical_xor"}
	opBitwiseAnd                   = opRef{name: "bitwise_and"}
	opBitwiseOr                    = opRef{name: "bitwise_or"}
	opBitwiseXor                   = opRef{name: "bitwise_xor"}
	opAddInPlace                   = opRef{name: "add_"}
	opSubInPlace                   = opRef{name: "sub_"}
	opMulInPlace                   = opRef{name: "mul_"}
	opDivInPlace                   = opRef{name: "div_"}
	opFloorDivideInPlace           = opRef{name: "floor_divide_"}
	opRemainderInPlace             = opRef{name: "remainder_"}
	opFmodInPlace                  = opRef{name: "fmod_"}
	opPowInPlace                   = opRef{name: "pow_"}
	opFloatPowerInPlace            = opRef{name: "float_power_"}
	opMaximumInPlace               = opRef{name: "maximum_"}
	opMinimumInPlace               = opRef{name: "minimum_"}
	opFmaxInPlace                  = opRef{name: "fmax_"}
	opFminInPlace                  = opRef{name: "fmin_"}
	opAtan2InPlace                 = opRef{name: "atan2_"}
	opHypotInPlace                 = opRef{name: "hypot_"}
	opCopysignInPlace              = opRef{name: "copysign_"}
	opXlogyInPlace                 = opRef{name: "xlogy_"}
	opLogaddexpInPlace             = opRef{name: "logaddexp_"}
	opEqInPlace                    = opRef{name: "eq_"}
	opNeInPlace                    = opRef{name: "ne_"}
	opLtInPlace                    = opRef{name: "lt_"}
	opLeInPlace                    = opRef{name: "le_"}
	opGtInPlace                    = opRef{name: "gt_"}
	opGeInPlace                    = opRef{name: "ge_"}
	opLogicalAndInPlace            = opRef{name: "logical_and_"}
	opLogicalOrInPlace             = opRef{name: "logical_or_"}
	opLogicalXorInPlace            = opRef{name: "logical_xor_"}
	opBitwiseAndInPlace            = opRef{name: "bitwise_and_"}
	opBitwiseOrInPlace             = opRef{name: "bitwise_or_"}
	opBitwiseXorInPlace            = opRef{name: "bitwise_xor_"}
	opSubtract                     = opRef{name: "subtract"}
	opMultiply                     = opRef{name: "multiply"}
	opDivide                       = opRef{name: "divide"}
	opTrueDivide                   = opRef{name: "true_divide"}
	opNotEqual                     = opRef{name: "not_equal"}
	opLess                         = opRef{name: "less"}
	opLessEqual                    = opRef{name: "less_equal"}
	opGreater                      = opRef{name: "greater"}
	opGreaterEqual                 = opRef{name: "greater_equal"}
	opRsub                         = opRef{name: "rsub"}
	opIsclose                      = opRef{name: "isclose"}
	opAllclose                     = opRef{name: "allclose"}
	opEqual                        = opRef{name: "equal"}
	opPad                          = opRef{name: "pad"}
	opNormalize                    = opRef{name: "normalize"}
	opOneHot                       = opRef{name: "one_hot"}
	opTrace                        = opRef{name: "trace"}
	opDiff                         = opRef{name: "diff"}
	opDist                         = opRef{name: "dist"}
	opIsin                         = opRef{name: "isin"}
	opCross                        = opRef{name: "cross"}
	opLinalgCross                  = opRef{name: "linalg.cross"}
	opRenorm                       = opRef{name: "renorm"}
	opZeros                        = opRef{name: "zeros"}
	opOnes                         = opRef{name: "ones"}
	opEmpty                        = opRef{name: "empty"}
	opFull                         = opRef{name: "full"}
	opZerosLike                    = opRef{name: "zeros_like"}
	opOnesLike                     = opRef{name: "ones_like"}
	opEmptyLike                    = opRef{name: "empty_like"}
	opFullLike                     = opRef{name: "full_like"}
	opNewZeros                     = opRef{name: "new_zeros"}
	opNewOnes                      = opRef{name: "new_ones"}
	opNewEmpty                     = opRef{name: "new_empty"}
	opNewFull                      = opRef{name: "new_full"}
	opArange                       = opRef{name: "arange"}
	opLinspace                     = opRef{name: "linspace"}
	opEye                          = opRef{name: "eye"}
	opTrilIndices                  = opRef{name: "tril_indices"}
	opTriuIndices                  = opRef{name: "triu_indices"}
	opClone                        = opRef{name: "clone"}
	opContiguous                   = opRef{name: "contiguous"}
	opDetach                       = opRef{name: "detach"}
	opTypeAs                       = opRef{name: "type_as"}
	opIndexSelect                  = opRef{name: "index_select"}
	opGather                       = opRef{name: "gather"}
	opTakeAlongDim                 = opRef{name: "take_along_dim"}
	opTake                         = opRef{name: "take"}
	opMaskedFill                   = opRef{name: "masked_fill"}
	opMaskedFillInPlace            = opRef{name: "masked_fill_"}
	opMaskedSelect                 = opRef{name: "masked_select"}
	opMaskedScatter                = opRef{name: "masked_scatter"}
	opScatter                      = opRef{name: "scatter"}
	opScatterAdd                   = opRef{name: "scatter_add"}
	opScatterReduce                = opRef{name: "scatter_reduce"}
	opIndexAdd                     = opRef{name: "index_add"}
	opIndexCopy                    = opRef{name: "index_copy"}
	opIndexFill                    = opRef{name: "index_fill"}
	opIndexPut                     = opRef{name: "index_put"}
	opIndexPutInPlace              = opRef{name: "index_put_"}
	opNonzero                      = opRef{name: "nonzero"}
	opArgWhere                     = opRef{name: "argwhere"}
	opSelectScatter                = opRef{name: "select_scatter"}
	opDiagonalScatter              = opRef{name: "diagonal_scatter"}
	opSort                         = opRef{name: "sort"}
	opMsort                        = opRef{name: "msort"}
	opArgSort                      = opRef{name: "argsort"}
	opTopk                         = opRef{name: "topk"}
	opKthvalue                     = opRef{name: "kthvalue"}
	opSearchsorted                 = opRef{name: "searchsorted"}
	opBucketize                    = opRef{name: "bucketize"}
	opBincount                     = opRef{name: "bincount"}
	opMseLoss                      = opRef{name: "mse_loss"}
	opL1Loss                       = opRef{name: "l1_loss"}
	opSmoothL1Loss                 = opRef{name: "smooth_l1_loss"}
	opHuberLoss                    = opRef{name: "huber_loss"}
	opNllLoss                      = opRef{name: "nll_loss"}
	opCrossEntropy                 = opRef{name: "cross_entropy"}
	opBinaryCrossEntropy           = opRef{name: "binary_cross_entropy"}
	opBinaryCrossEntropyWithLogits = opRef{name: "binary_cross_entropy_with_logits"}
	opMatmul                       = opRef{name: "matmul"}
	opMm                           = opRef{name: "mm"}
	opBmm                          = opRef{name: "bmm"}
	opMv                           = opRef{name: "mv"}
	opDot                          = opRef{name: "dot"}
	opVdot                         = opRef{name: "vdot"}
	opOuter                        = opRef{name: "outer"}
	opInner                        = opRef{name: "inner"}
	opAddmm                        = opRef{name: "addmm"}
	opAddmv                        = opRef{name: "addmv"}
	opAddr                         = opRef{name: "addr"}
	opBaddbmm                      = opRef{name: "baddbmm"}
	opAddbmm                       = opRef{name: "addbmm"}
	opTensordot                    = opRef{name: "tensordot"}
	opLinalgMultiDot               = opRef{name: "linalg.multi_dot"}
	opEinsum                       = opRef{name: "einsum"}
	opLinear                       = opRef{name: "linear"}
	opConv1d                       = opRef{name: "conv1d"}
	opConv2d                       = opRef{name: "conv2d"}
	opMaxPool1d                    = opRef{name: "max_pool1d"}
	opMaxPool2d                    = opRef{name: "max_pool2d"}
	opAvgPool1d                    = opRef{name: "avg_pool1d"}
	opAvgPool2d                    = opRef{name: "avg_pool2d"}
	opBatchNorm                    = opRef{name: "batch_norm"}
	opLayerNorm                    = opRef{name: "layer_norm"}
	opEmbedding                    = opRef{name: "embedding"}
	opSoftmax                      = opRef{name: "softmax"}
	opLogSoftmax                   = opRef{name: "log_softmax"}
	opSoftmin                      = opRef{name: "softmin"}
	opDropout                      = opRef{name: "dropout"}
	opScaledDotProductAttention    = opRef{name: "scaled_dot_product_attention"}
	opSum                          = opRef{name: "sum"}
	opNansum                       = opRef{name: "nansum"}
	opMean                         = opRef{name: "mean"}
	opNanmean                      = opRef{name: "nanmean"}
	opProd                         = opRef{name: "prod"}
	opAmax                         = opRef{name: "amax"}
	opAmin                         = opRef{name: "amin"}
	opAminmax                      = opRef{name: "aminmax"}
	opMax                          = opRef{name: "max"}
	opMin                          = opRef{name: "min"}
	opArgMax                       = opRef{name: "argmax"}
	opArgMin                       = opRef{name: "argmin"}
	opAny                          = opRef{name: "any"}
	opAll                          = opRef{name: "all"}
	opCountNonzero                 = opRef{name: "count_nonzero"}
	opVar                          = opRef{name: "var"}
	opStd                          = opRef{name: "std"}
	opVarMean                      = opRef{name: "var_mean"}
	opStdMean                      = opRef{name: "std_mean"}
	opNorm                         = opRef{name: "norm"}
	opLinalgVectorNorm             = opRef{name: "linalg.vector_norm"}
	opLogsumexp                    = opRef{name: "logsumexp"}
	opMedian                       = opRef{name: "median"}
	opCumsum                       = opRef{name: "cumsum"}
	opCumprod                      = opRef{name: "cumprod"}
	opLogcumsumexp                 = opRef{name: "logcumsumexp"}
	opCummax                       = opRef{name: "cummax"}
	opCummin                       = opRef{name: "cummin"}
	opSumToSize                    = opRef{name: "sum_to_size"}
	opWhere                        = opRef{name: "where"}
	opClamp                        = opRef{name: "clamp"}
	opClip                         = opRef{name: "clip"}
	opClampInPlace                 = opRef{name: "clamp_"}
	opClampMin                     = opRef{name: "clamp_min"}
	opClampMax                     = opRef{name: "clamp_max"}
	opLerp                         = opRef{name: "lerp"}
	opLerpInPlace                  = opRef{name: "lerp_"}
	opAddcmul                      = opRef{name: "addcmul"}
	opAddcmulInPlace               = opRef{name: "addcmul_"}
	opAddcdiv                      = opRef{name: "addcdiv"}
	opAddcdivInPlace               = opRef{name: "addcdiv_"}
	opNanToNum                     = opRef{name: "nan_to_num"}
	opLogit                        = opRef{name: "logit"}
	opRound                        = opRef{name: "round"}
	opRoundInPlace                 = opRef{name: "round_"}
	opAbs                          = opRef{name: "abs"}
	opNeg                          = opRef{name: "neg"}
	opSign                         = opRef{name: "sign"}
	opSgn                          = opRef{name: "sgn"}
	opSqrt                         = opRef{name: "sqrt"}
	opRsqrt                        = opRef{name: "rsqrt"}
	opReciprocal                   = opRef{name: "reciprocal"}
	opExp                          = opRef{name: "exp"}
	opExp2                         = opRef{name: "exp2"}
	opExpm1                        = opRef{name: "expm1"}
	opLog                          = opRef{name: "log"}
	opLog2                         = opRef{name: "log2"}
	opLog10                        = opRef{name: "log10"}
	opLog1p                        = opRef{name: "log1p"}
	opSin                          = opRef{name: "sin"}
	opCos                          = opRef{name: "cos"}
	opTan                          = opRef{name: "tan"}
	opAsin                         = opRef{name: "asin"}
	opAcos                         = opRef{name: "acos"}
	opAtan                         = opRef{name: "atan"}
	opSinh                         = opRef{name: "sinh"}
	opCosh                         = opRef{name: "cosh"}
	opTanh                         = opRef{name: "tanh"}
	opAsinh                        = opRef{name: "asinh"}
	opAcosh                        = opRef{name: "acosh"}
	opAtanh                        = opRef{name: "atanh"}
	opSigmoid                      = opRef{name: "sigmoid"}
	opFloor                        = opRef{name: "floor"}
	opCeil                         = opRef{name: "ceil"}
	opTrunc                        = opRef{name: "trunc"}
	opFrac                         = opRef{name: "frac"}
	opErf                          = opRef{name: "erf"}
	opErfc                         = opRef{name: "erfc"}
	opErfinv                       = opRef{name: "erfinv"}
	opLgamma                       = opRef{name: "lgamma"}
	opDigamma                      = opRef{name: "digamma"}
	opDeg2rad                      = opRef{name: "deg2rad"}
	opRad2deg                      = opRef{name: "rad2deg"}
	opBitwiseNot                   = opRef{name: "bitwise_not"}
	opLogicalNot                   = opRef{name: "logical_not"}
	opRelu                         = opRef{name: "relu"}
	opRelu6                        = opRef{name: "relu6"}
	opSilu                         = opRef{name: "silu"}
	opMish                         = opRef{name: "mish"}
	opSelu                         = opRef{name: "selu"}
	opHardsigmoid                  = opRef{name: "hardsigmoid"}
	opHardswish                    = opRef{name: "hardswish"}
	opSquare                       = opRef{name: "square"}
	opPositive                     = opRef{name: "positive"}
	opSignbit                      = opRef{name: "signbit"}
	opIsnan                        = opRef{name: "isnan"}
	opIsinf                        = opRef{name: "isinf"}
	opIsfinite                     = opRef{name: "isfinite"}
	opIsposinf                     = opRef{name: "isposinf"}
	opIsneginf                     = opRef{name: "isneginf"}
	opSoftsign                     = opRef{name: "softsign"}
	opTanhshrink                   = opRef{name: "tanhshrink"}
	opLogsigmoid                   = opRef{name: "logsigmoid"}
	opAbsInPlace                   = opRef{name: "abs_"}
	opNegInPlace                   = opRef{name: "neg_"}
	opSignInPlace                  = opRef{name: "sign_"}
	opSgnInPlace                   = opRef{name: "sgn_"}
	opSqrtInPlace                  = opRef{name: "sqrt_"}
	opRsqrtInPlace                 = opRef{name: "rsqrt_"}
	opReciprocalInPlace            = opRef{name: "reciprocal_"}
	opExpInPlace                   = opRef{name: "exp_"}
	opExp2InPlace                  = opRef{name: "exp2_"}
	opExpm1InPlace                 = opRef{name: "expm1_"}
	opLogInPlace                   = opRef{name: "log_"}
	opLog2InPlace                  = opRef{name: "log2_"}
	opLog10InPlace                 = opRef{name: "log10_"}
	opLog1pInPlace                 = opRef{name: "log1p_"}
	opSinInPlace                   = opRef{name: "sin_"}
	opCosInPlace                   = opRef{name: "cos_"}
	opTanInPlace                   = opRef{name: "tan_"}
	opAsinInPlace                  = opRef{name: "asin_"}
	opAcosInPlace                  = opRef{name: "acos_"}
	opAtanInPlace                  = opRef{name: "atan_"}
	opSinhInPlace                  = opRef{name: "sinh_"}
	opCoshInPlace                  = opRef{name: "cosh_"}
	opTanhInPlace                  = opRef{name: "tanh_"}
	opAsinhInPlace                 = opRef{name: "asinh_"}
	opAcoshInPlace                 = opRef{name: "acosh_"}
	opAtanhInPlace                 = opRef{name: "atanh_"}
	opSigmoidInPlace               = opRef{name: "sigmoid_"}
	opFloorInPlace                 = opRef{name: "floor_"}
	opCeilInPlace                  = opRef{name: "ceil_"}
	opTruncInPlace                 = opRef{name: "trunc_"}
	opFracInPlace                  = opRef{name: "frac_"}
	opErfInPlace                   = opRef{name: "erf_"}
	opErfcInPlace                  = opRef{name: "erfc_"}
	opErfinvInPlace                = opRef{name: "erfinv_"}
	opLgammaInPlace                = opRef{name: "lgamma_"}
	opDigammaInPlace               = opRef{name: "digamma_"}
	opDeg2radInPlace               = opRef{name: "deg2rad_"}
	opRad2degInPlace               = opRef{name: "rad2deg_"}
	opBitwiseNotInPlace            = opRef{name: "bitwise_not_"}
	opLogicalNotInPlace            = opRef{name: "logical_not_"}
	opReluInPlace                  = opRef{name: "relu_"}
	opRelu6InPlace                 = opRef{name: "relu6_"}
	opSiluInPlace                  = opRef{name: "silu_"}
	opMishInPlace                  = opRef{name: "mish_"}
	opSeluInPlace                  = opRef{name: "selu_"}
	opHardsigmoidInPlace           = opRef{name: "hardsigmoid_"}
	opHardswishInPlace             = opRef{name: "hardswish_"}
	opSquareInPlace                = opRef{name: "square_"}
	opView                         = opRef{name: "view"}
	opViewAs                       = opRef{name: "view_as"}
	opReshape                      = opRef{name: "reshape"}
	opReshapeAs                    = opRef{name: "reshape_as"}
	opRavel                        = opRef{name: "ravel"}
	opFlatten                      = opRef{name: "flatten"}
	opUnflatten                    = opRef{name: "unflatten"}
	opPermute                      = opRef{name: "permute"}
	opTranspose                    = opRef{name: "transpose"}
	opSwapaxes                     = opRef{name: "swapaxes"}
	opSwapdims                     = opRef{name: "swapdims"}
	opT                            = opRef{name: "t"}
	opMovedim                      = opRef{name: "movedim"}
	opMoveaxis                     = opRef{name: "moveaxis"}
	opSqueeze                      = opRef{name: "squeeze"}
	opUnsqueeze                    = opRef{name: "unsqueeze"}
	opExpand                       = opRef{name: "expand"}
	opExpandAs                     = opRef{name: "expand_as"}
	opBroadcastTo                  = opRef{name: "broadcast_to"}
	opBroadcastTensors             = opRef{name: "broadcast_tensors"}
	opNarrow                       = opRef{name: "narrow"}
	opSelect                       = opRef{name: "select"}
	opSlice                        = opRef{name: "slice"}
	opChunk                        = opRef{name: "chunk"}
	opUnsafeChunk                  = opRef{name: "unsafe_chunk"}
	opSplit                        = opRef{name: "split"}
	opUnsafeSplit                  = opRef{name: "unsafe_split"}
	opSplitWithSizes               = opRef{name: "split_with_sizes"}
	opTensorSplit                  = opRef{name: "tensor_split"}
	opUnbind                       = opRef{name: "unbind"}
	opUnfold                       = opRef{name: "unfold"}
	opDiagonal                     = opRef{name: "diagonal"}
	opMeshgrid                     = opRef{name: "meshgrid"}
	opCat                          = opRef{name: "cat"}
	opConcat                       = opRef{name: "concat"}
	opConcatenate                  = opRef{name: "concatenate"}
	opStack                        = opRef{name: "stack"}
	opHstack                       = opRef{name: "hstack"}
	opVstack                       = opRef{name: "vstack"}
	opDstack                       = opRef{name: "dstack"}
	opFlip                         = opRef{name: "flip"}
	opFliplr                       = opRef{name: "fliplr"}
	opFlipud                       = opRef{name: "flipud"}
	opRoll                         = opRef{name: "roll"}
	opRot90                        = opRef{name: "rot90"}
	opRepeat                       = opRef{name: "repeat"}
	opTile                         = opRef{name: "tile"}
	opRepeatInterleave             = opRef{name: "repeat_interleave"}
	opTril                         = opRef{name: "tril"}
	opTriu                         = opRef{name: "triu"}
	opDiag                         = opRef{name: "diag"}
	opDiagEmbed                    = opRef{name: "diag_embed"}
	opConstantPadNd                = opRef{name: "constant_pad_nd"}
)

// Gelu is PyTorch's gelu: x times the normal distribution. Further arguments, by position or With:
// approximate='none'.
func (x *Tensor) Gelu(args ...any) (*Tensor, error) {
	return opGelu.tensor(append([]any{x}, args...)...)
}

// Gelu is Tensor.Gelu; the scope keeps the error.
func (s *Scope) Gelu(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Gelu(args...))
}

// Softplus is PyTorch's softplus: log(1 + e^(beta x)) / beta. Further arguments, by position or
// With: beta=1, threshold=20.
func (x *Tensor) Softplus(args ...any) (*Tensor, error) {
	return opSoftplus.tensor(append([]any{x}, args...)...)
}

// Softplus is Tensor.Softplus; the scope keeps the error.
func (s *Scope) Softplus(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Softplus(args...))
}

// Elu is PyTorch's elu: x, or alpha * (e^x - 1) below 0. Further arguments, by position or With:
// alpha=1.0, inplace=False.
func (x *Tensor) Elu(args ...any) (*Tensor, error) {
	return opElu.tensor(append([]any{x}, args...)...)
}

// Elu is Tensor.Elu; the scope keeps the error.
func (s *Scope) Elu(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Elu(args...))
}

// EluInPlace is PyTorch's elu_: Elu in place. It writes the tensor and gives it. Further
// arguments, by position or With: alpha=1.0.
func (x *Tensor) EluInPlace(args ...any) (*Tensor, error) {
	return opEluInPlace.tensor(append([]any{x}, args...)...)
}

// EluInPlace is Tensor.EluInPlace; the scope keeps the error.
func (s *Scope) EluInPlace(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.EluInPlace(args...))
}

// Celu is PyTorch's celu: x, or alpha * (e^(x / alpha) - 1) below 0. Further arguments, by
// position or With: alpha=1.0, inplace=False.
func (x *Tensor) Celu(args ...any) (*Tensor, error) {
	return opCelu.tensor(append([]any{x}, args...)...)
}

// Celu is Tensor.Celu; the scope keeps the error.
func (s *Scope) Celu(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Celu(args...))
}

// LeakyRelu is PyTorch's leaky_relu: x, or negative_slope * x below 0. Further arguments, by
// position or With: negative_slope=0.01, inplace=False.
func (x *Tensor) LeakyRelu(args ...any) (*Tensor, error) {
	return opLeakyRelu.tensor(append([]any{x}, args...)...)
}

// LeakyRelu is Tensor.LeakyRelu; the scope keeps the error.
func (s *Scope) LeakyRelu(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.LeakyRelu(args...))
}

// LeakyReluInPlace is PyTorch's leaky_relu_: leaky_relu in place. It writes the tensor and gives
// it. Further arguments, by position or With: negative_slope=0.01.
func (x *Tensor) LeakyReluInPlace(args ...any) (*Tensor, error) {
	return opLeakyReluInPlace.tensor(append([]any{x}, args...)...)
}

// LeakyReluInPlace is Tensor.LeakyReluInPlace; the scope keeps the error.
func (s *Scope) LeakyReluInPlace(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.LeakyReluInPlace(args...))
}

// Hardtanh is PyTorch's hardtanh: Limited to [min_val, max_val]. Further arguments, by position or
// With: min_val=-1.0, max_val=1.0, inplace=False.
func (x *Tensor) Hardtanh(args ...any) (*Tensor, error) {
	return opHardtanh.tensor(append([]any{x}, args...)...)
}

// Hardtanh is Tensor.Hardtanh; the scope keeps the error.
func (s *Scope) Hardtanh(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Hardtanh(args...))
}

// HardtanhInPlace is PyTorch's hardtanh_: Hardtanh in place. It writes the tensor and gives it.
// Further arguments, by position or With: min_val=-1.0, max_val=1.0.
func (x *Tensor) HardtanhInPlace(args ...any) (*Tensor, error) {
	return opHardtanhInPlace.tensor(append([]any{x}, args...)...)
}

// HardtanhInPlace is Tensor.HardtanhInPlace; the scope keeps the error.
func (s *Scope) HardtanhInPlace(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.HardtanhInPlace(args...))
}

// Hardshrink is PyTorch's hardshrink: 0 where |x| <= lambd. Further arguments, by position or
// With: lambd=0.5.
func (x *Tensor) Hardshrink(args ...any) (*Tensor, error) {
	return opHardshrink.tensor(append([]any{x}, args...)...)
}

// Hardshrink is Tensor.Hardshrink; the scope keeps the error.
func (s *Scope) Hardshrink(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Hardshrink(args...))
}

// Softshrink is PyTorch's softshrink: Moved towards 0 by lambd. Further arguments, by position or
// With: lambd=0.5.
func (x *Tensor) Softshrink(args ...any) (*Tensor, error) {
	return opSoftshrink.tensor(append([]any{x}, args...)...)
}

// Softshrink is Tensor.Softshrink; the scope keeps the error.
func (s *Scope) Softshrink(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Softshrink(args...))
}

// Threshold is PyTorch's threshold: x above the threshold, else value. Further arguments, by
// position or With: inplace=False.
func (x *Tensor) Threshold(threshold float64, value any, args ...any) (*Tensor, error) {
	return opThreshold.tensor(append([]any{x, threshold, value}, args...)...)
}

// Threshold is Tensor.Threshold; the scope keeps the error.
func (s *Scope) Threshold(x *Tensor, threshold float64, value any, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Threshold(threshold, value, args...))
}

// ThresholdInPlace is PyTorch's threshold_: Threshold in place. It writes the tensor and gives it.
func (x *Tensor) ThresholdInPlace(threshold float64, value any) (*Tensor, error) {
	return opThresholdInPlace.tensor(x, threshold, value)
}

// ThresholdInPlace is Tensor.ThresholdInPlace; the scope keeps the error.
func (s *Scope) ThresholdInPlace(x *Tensor, threshold float64, value any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.ThresholdInPlace(threshold, value))
}

// Prelu is PyTorch's prelu: x, or weight * x below 0.
func (x *Tensor) Prelu(weight *Tensor) (*Tensor, error) {
	return opPrelu.tensor(x, weight)
}

// Prelu is Tensor.Prelu; the scope keeps the error.
func (s *Scope) Prelu(x *Tensor, weight *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Prelu(weight))
}

// Glu is PyTorch's glu: First half times sigmoid of the second. Further arguments, by position or
// With: dim=-1.
func (x *Tensor) Glu(args ...any) (*Tensor, error) {
	return opGlu.tensor(append([]any{x}, args...)...)
}

// Glu is Tensor.Glu; the scope keeps the error.
func (s *Scope) Glu(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Glu(args...))
}

// Add is PyTorch's add: a + alpha * b. Further arguments, by position or With: With alpha=1.
func (x *Tensor) Add(other any, args ...any) (*Tensor, error) {
	return opAdd.tensor(append([]any{x, other}, args...)...)
}

// Add is Tensor.Add; the scope keeps the error.
func (s *Scope) Add(x *Tensor, other any, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Add(other, args...))
}

// Sub is PyTorch's sub: a - alpha * b. Further arguments, by position or With: With alpha=1.
func (x *Tensor) Sub(other any, args ...any) (*Tensor, error) {
	return opSub.tensor(append([]any{x, other}, args...)...)
}

// Sub is Tensor.Sub; the scope keeps the error.
func (s *Scope) Sub(x *Tensor, other any, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Sub(other, args...))
}

// Mul is PyTorch's mul: a * b.
func (x *Tensor) Mul(other any) (*Tensor, error) {
	return opMul.tensor(x, other)
}

// Mul is Tensor.Mul; the scope keeps the error.
func (s *Scope) Mul(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Mul(other))
}

// Div is PyTorch's div: a / b, or rounded. Further arguments, by position or With: With
// rounding_mode=None.
func (x *Tensor) Div(other any, args ...any) (*Tensor, error) {
	return opDiv.tensor(append([]any{x, other}, args...)...)
}

// Div is Tensor.Div; the scope keeps the error.
func (s *Scope) Div(x *Tensor, other any, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Div(other, args...))
}

// FloorDivide is PyTorch's floor_divide: floor(a / b).
func (x *Tensor) FloorDivide(other any) (*Tensor, error) {
	return opFloorDivide.tensor(x, other)
}

// FloorDivide is Tensor.FloorDivide; the scope keeps the error.
func (s *Scope) FloorDivide(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.FloorDivide(other))
}

// Remainder is PyTorch's remainder: a mod b, sign of b.
func (x *Tensor) Remainder(other any) (*Tensor, error) {
	return opRemainder.tensor(x, other)
}

// Remainder is Tensor.Remainder; the scope keeps the error.
func (s *Scope) Remainder(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Remainder(other))
}

// Fmod is PyTorch's fmod: a mod b, sign of a.
func (x *Tensor) Fmod(other any) (*Tensor, error) {
	return opFmod.tensor(x, other)
}

// Fmod is Tensor.Fmod; the scope keeps the error.
func (s *Scope) Fmod(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Fmod(other))
}

// Pow is PyTorch's pow: a to the power b.
func (x *Tensor) Pow(exponent any) (*Tensor, error) {
	return opPow.tensor(x, exponent)
}

// Pow is Tensor.Pow; the scope keeps the error.
func (s *Scope) Pow(x *Tensor, exponent any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Pow(exponent))
}

// FloatPower is PyTorch's float_power: Pow in float64.
func (x *Tensor) FloatPower(exponent any) (*Tensor, error) {
	return opFloatPower.tensor(x, exponent)
}

// FloatPower is Tensor.FloatPower; the scope keeps the error.
func (s *Scope) FloatPower(x *Tensor, exponent any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.FloatPower(exponent))
}

// Maximum is PyTorch's maximum: The larger.
func (x *Tensor) Maximum(other any) (*Tensor, error) {
	return opMaximum.tensor(x, other)
}

// Maximum is Tensor.Maximum; the scope keeps the error.
func (s *Scope) Maximum(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Maximum(other))
}

// Minimum is PyTorch's minimum: The smaller.
func (x *Tensor) Minimum(other any) (*Tensor, error) {
	return opMinimum.tensor(x, other)
}

// Minimum is Tensor.Minimum; the scope keeps the error.
func (s *Scope) Minimum(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Minimum(other))
}

// Fmax is PyTorch's fmax: The larger, no NaN.
func (x *Tensor) Fmax(other any) (*Tensor, error) {
	return opFmax.tensor(x, other)
}

// Fmax is Tensor.Fmax; the scope keeps the error.
func (s *Scope) Fmax(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Fmax(other))
}

// Fmin is PyTorch's fmin: The smaller, no NaN.
func (x *Tensor) Fmin(other any) (*Tensor, error) {
	return opFmin.tensor(x, other)
}

// Fmin is Tensor.Fmin; the scope keeps the error.
func (s *Scope) Fmin(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Fmin(other))
}

// Atan2 is PyTorch's atan2: Angle of (b, a).
func (x *Tensor) Atan2(other any) (*Tensor, error) {
	return opAtan2.tensor(x, other)
}

// Atan2 is Tensor.Atan2; the scope keeps the error.
func (s *Scope) Atan2(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Atan2(other))
}

// Hypot is PyTorch's hypot: sqrt(a^2 + b^2).
func (x *Tensor) Hypot(other any) (*Tensor, error) {
	return opHypot.tensor(x, other)
}

// Hypot is Tensor.Hypot; the scope keeps the error.
func (s *Scope) Hypot(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Hypot(other))
}

// Copysign is PyTorch's copysign: |a|, sign of b.
func (x *Tensor) Copysign(other any) (*Tensor, error) {
	return opCopysign.tensor(x, other)
}

// Copysign is Tensor.Copysign; the scope keeps the error.
func (s *Scope) Copysign(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Copysign(other))
}

// Xlogy is PyTorch's xlogy: a * log(b).
func (x *Tensor) Xlogy(other any) (*Tensor, error) {
	return opXlogy.tensor(x, other)
}

// Xlogy is Tensor.Xlogy; the scope keeps the error.
func (s *Scope) Xlogy(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Xlogy(other))
}

// Logaddexp is PyTorch's logaddexp: log(e^a + e^b).
func (x *Tensor) Logaddexp(other any) (*Tensor, error) {
	return opLogaddexp.tensor(x, other)
}

// Logaddexp is Tensor.Logaddexp; the scope keeps the error.
func (s *Scope) Logaddexp(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Logaddexp(other))
}

// Eq is PyTorch's eq: a == b.
func (x *Tensor) Eq(other any) (*Tensor, error) {
	return opEq.tensor(x, other)
}

// Eq is Tensor.Eq; the scope keeps the error.
func (s *Scope) Eq(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Eq(other))
}

// Ne is PyTorch's ne: a != b.
func (x *Tensor) Ne(other any) (*Tensor, error) {
	return opNe.tensor(x, other)
}

// Ne is Tensor.Ne; the scope keeps the error.
func (s *Scope) Ne(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Ne(other))
}

// Lt is PyTorch's lt: a < b.
func (x *Tensor) Lt(other any) (*Tensor, error) {
	return opLt.tensor(x, other)
}

// Lt is Tensor.Lt; the scope keeps the error.
func (s *Scope) Lt(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Lt(other))
}

// Le is PyTorch's le: a <= b.
func (x *Tensor) Le(other any) (*Tensor, error) {
	return opLe.tensor(x, other)
}

// Le is Tensor.Le; the scope keeps the error.
func (s *Scope) Le(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Le(other))
}

// Gt is PyTorch's gt: a > b.
func (x *Tensor) Gt(other any) (*Tensor, error) {
	return opGt.tensor(x, other)
}

// Gt is Tensor.Gt; the scope keeps the error.
func (s *Scope) Gt(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Gt(other))
}

// Ge is PyTorch's ge: a >= b.
func (x *Tensor) Ge(other any) (*Tensor, error) {
	return opGe.tensor(x, other)
}

// Ge is Tensor.Ge; the scope keeps the error.
func (s *Scope) Ge(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Ge(other))
}

// LogicalAnd is PyTorch's logical_and: a and b.
func (x *Tensor) LogicalAnd(other any) (*Tensor, error) {
	return opLogicalAnd.tensor(x, other)
}

// LogicalAnd is Tensor.LogicalAnd; the scope keeps the error.
func (s *Scope) LogicalAnd(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.LogicalAnd(other))
}

// LogicalOr is PyTorch's logical_or: a or b.
func (x *Tensor) LogicalOr(other any) (*Tensor, error) {
	return opLogicalOr.tensor(x, other)
}

// LogicalOr is Tensor.LogicalOr; the scope keeps the error.
func (s *Scope) LogicalOr(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.LogicalOr(other))
}

// LogicalXor is PyTorch's logical_xor: One of a, b.
func (x *Tensor) LogicalXor(other any) (*Tensor, error) {
	return opLogicalXor.tensor(x, other)
}

// LogicalXor is Tensor.LogicalXor; the scope keeps the error.
func (s *Scope) LogicalXor(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.LogicalXor(other))
}

// BitwiseAnd is PyTorch's bitwise_and: a & b.
func (x *Tensor) BitwiseAnd(other any) (*Tensor, error) {
	return opBitwiseAnd.tensor(x, other)
}

// BitwiseAnd is Tensor.BitwiseAnd; the scope keeps the error.
func (s *Scope) BitwiseAnd(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.BitwiseAnd(other))
}

// BitwiseOr is PyTorch's bitwise_or: a | b.
func (x *Tensor) BitwiseOr(other any) (*Tensor, error) {
	return opBitwiseOr.tensor(x, other)
}

// BitwiseOr is Tensor.BitwiseOr; the scope keeps the error.
func (s *Scope) BitwiseOr(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.BitwiseOr(other))
}

// BitwiseXor is PyTorch's bitwise_xor: a ^ b.
func (x *Tensor) BitwiseXor(other any) (*Tensor, error) {
	return opBitwiseXor.tensor(x, other)
}

// BitwiseXor is Tensor.BitwiseXor; the scope keeps the error.
func (s *Scope) BitwiseXor(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.BitwiseXor(other))
}

// AddInPlace is PyTorch's add_: a + alpha * b. It writes the tensor and gives it. Further
// arguments, by position or With: With alpha=1.
func (x *Tensor) AddInPlace(other any, args ...any) (*Tensor, error) {
	return opAddInPlace.tensor(append([]any{x, other}, args...)...)
}

// AddInPlace is Tensor.AddInPlace; the scope keeps the error.
func (s *Scope) AddInPlace(x *Tensor, other any, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.AddInPlace(other, args...))
}

// SubInPlace is PyTorch's sub_: a - alpha * b. It writes the tensor and gives it. Further
// arguments, by position or With: With alpha=1.
func (x *Tensor) SubInPlace(other any, args ...any) (*Tensor, error) {
	return opSubInPlace.tensor(append([]any{x, other}, args...)...)
}

// SubInPlace is Tensor.SubInPlace; the scope keeps the error.
func (s *Scope) SubInPlace(x *Tensor, other any, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.SubInPlace(other, args...))
}

// MulInPlace is PyTorch's mul_: a * b. It writes the tensor and gives it.
func (x *Tensor) MulInPlace(other any) (*Tensor, error) {
	return opMulInPlace.tensor(x, other)
}

// MulInPlace is Tensor.MulInPlace; the scope keeps the error.
func (s *Scope) MulInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.MulInPlace(other))
}

// DivInPlace is PyTorch's div_: a / b, or rounded. It writes the tensor and gives it. Further
// arguments, by position or With: With rounding_mode=None.
func (x *Tensor) DivInPlace(other any, args ...any) (*Tensor, error) {
	return opDivInPlace.tensor(append([]any{x, other}, args...)...)
}

// DivInPlace is Tensor.DivInPlace; the scope keeps the error.
func (s *Scope) DivInPlace(x *Tensor, other any, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.DivInPlace(other, args...))
}

// FloorDivideInPlace is PyTorch's floor_divide_: floor(a / b). It writes the tensor and gives it.
func (x *Tensor) FloorDivideInPlace(other any) (*Tensor, error) {
	return opFloorDivideInPlace.tensor(x, other)
}

// FloorDivideInPlace is Tensor.FloorDivideInPlace; the scope keeps the error.
func (s *Scope) FloorDivideInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.FloorDivideInPlace(other))
}

// RemainderInPlace is PyTorch's remainder_: a mod b, sign of b. It writes the tensor and gives it.
func (x *Tensor) RemainderInPlace(other any) (*Tensor, error) {
	return opRemainderInPlace.tensor(x, other)
}

// RemainderInPlace is Tensor.RemainderInPlace; the scope keeps the error.
func (s *Scope) RemainderInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.RemainderInPlace(other))
}

// FmodInPlace is PyTorch's fmod_: a mod b, sign of a. It writes the tensor and gives it.
func (x *Tensor) FmodInPlace(other any) (*Tensor, error) {
	return opFmodInPlace.tensor(x, other)
}

// FmodInPlace is Tensor.FmodInPlace; the scope keeps the error.
func (s *Scope) FmodInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.FmodInPlace(other))
}

// PowInPlace is PyTorch's pow_: a to the power b. It writes the tensor and gives it.
func (x *Tensor) PowInPlace(exponent any) (*Tensor, error) {
	return opPowInPlace.tensor(x, exponent)
}

// PowInPlace is Tensor.PowInPlace; the scope keeps the error.
func (s *Scope) PowInPlace(x *Tensor, exponent any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.PowInPlace(exponent))
}

// FloatPowerInPlace is PyTorch's float_power_: Pow in float64. It writes the tensor and gives it.
func (x *Tensor) FloatPowerInPlace(exponent any) (*Tensor, error) {
	return opFloatPowerInPlace.tensor(x, exponent)
}

// FloatPowerInPlace is Tensor.FloatPowerInPlace; the scope keeps the error.
func (s *Scope) FloatPowerInPlace(x *Tensor, exponent any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.FloatPowerInPlace(exponent))
}

// MaximumInPlace is PyTorch's maximum_: The larger. It writes the tensor and gives it.
func (x *Tensor) MaximumInPlace(other any) (*Tensor, error) {
	return opMaximumInPlace.tensor(x, other)
}

// MaximumInPlace is Tensor.MaximumInPlace; the scope keeps the error.
func (s *Scope) MaximumInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.MaximumInPlace(other))
}

// MinimumInPlace is PyTorch's minimum_: The smaller. It writes the tensor and gives it.
func (x *Tensor) MinimumInPlace(other any) (*Tensor, error) {
	return opMinimumInPlace.tensor(x, other)
}

// MinimumInPlace is Tensor.MinimumInPlace; the scope keeps the error.
func (s *Scope) MinimumInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.MinimumInPlace(other))
}

// FmaxInPlace is PyTorch's fmax_: The larger, no NaN. It writes the tensor and gives it.
func (x *Tensor) FmaxInPlace(other any) (*Tensor, error) {
	return opFmaxInPlace.tensor(x, other)
}

// FmaxInPlace is Tensor.FmaxInPlace; the scope keeps the error.
func (s *Scope) FmaxInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.FmaxInPlace(other))
}

// FminInPlace is PyTorch's fmin_: The smaller, no NaN. It writes the tensor and gives it.
func (x *Tensor) FminInPlace(other any) (*Tensor, error) {
	return opFminInPlace.tensor(x, other)
}

// FminInPlace is Tensor.FminInPlace; the scope keeps the error.
func (s *Scope) FminInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.FminInPlace(other))
}

// Atan2InPlace is PyTorch's atan2_: Angle of (b, a). It writes the tensor and gives it.
func (x *Tensor) Atan2InPlace(other any) (*Tensor, error) {
	return opAtan2InPlace.tensor(x, other)
}

// Atan2InPlace is Tensor.Atan2InPlace; the scope keeps the error.
func (s *Scope) Atan2InPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Atan2InPlace(other))
}

// HypotInPlace is PyTorch's hypot_: sqrt(a^2 + b^2). It writes the tensor and gives it.
func (x *Tensor) HypotInPlace(other any) (*Tensor, error) {
	return opHypotInPlace.tensor(x, other)
}

// HypotInPlace is Tensor.HypotInPlace; the scope keeps the error.
func (s *Scope) HypotInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.HypotInPlace(other))
}

// CopysignInPlace is PyTorch's copysign_: |a|, sign of b. It writes the tensor and gives it.
func (x *Tensor) CopysignInPlace(other any) (*Tensor, error) {
	return opCopysignInPlace.tensor(x, other)
}

// CopysignInPlace is Tensor.CopysignInPlace; the scope keeps the error.
func (s *Scope) CopysignInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.CopysignInPlace(other))
}

// XlogyInPlace is PyTorch's xlogy_: a * log(b). It writes the tensor and gives it.
func (x *Tensor) XlogyInPlace(other any) (*Tensor, error) {
	return opXlogyInPlace.tensor(x, other)
}

// XlogyInPlace is Tensor.XlogyInPlace; the scope keeps the error.
func (s *Scope) XlogyInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.XlogyInPlace(other))
}

// LogaddexpInPlace is PyTorch's logaddexp_: log(e^a + e^b). It writes the tensor and gives it.
func (x *Tensor) LogaddexpInPlace(other any) (*Tensor, error) {
	return opLogaddexpInPlace.tensor(x, other)
}

// LogaddexpInPlace is Tensor.LogaddexpInPlace; the scope keeps the error.
func (s *Scope) LogaddexpInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.LogaddexpInPlace(other))
}

// EqInPlace is PyTorch's eq_: a == b. It writes the tensor and gives it.
func (x *Tensor) EqInPlace(other any) (*Tensor, error) {
	return opEqInPlace.tensor(x, other)
}

// EqInPlace is Tensor.EqInPlace; the scope keeps the error.
func (s *Scope) EqInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.EqInPlace(other))
}

// NeInPlace is PyTorch's ne_: a != b. It writes the tensor and gives it.
func (x *Tensor) NeInPlace(other any) (*Tensor, error) {
	return opNeInPlace.tensor(x, other)
}

// NeInPlace is Tensor.NeInPlace; the scope keeps the error.
func (s *Scope) NeInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.NeInPlace(other))
}

// LtInPlace is PyTorch's lt_: a < b. It writes the tensor and gives it.
func (x *Tensor) LtInPlace(other any) (*Tensor, error) {
	return opLtInPlace.tensor(x, other)
}

// LtInPlace is Tensor.LtInPlace; the scope keeps the error.
func (s *Scope) LtInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.LtInPlace(other))
}

// LeInPlace is PyTorch's le_: a <= b. It writes the tensor and gives it.
func (x *Tensor) LeInPlace(other any) (*Tensor, error) {
	return opLeInPlace.tensor(x, other)
}

// LeInPlace is Tensor.LeInPlace; the scope keeps the error.
func (s *Scope) LeInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.LeInPlace(other))
}

// GtInPlace is PyTorch's gt_: a > b. It writes the tensor and gives it.
func (x *Tensor) GtInPlace(other any) (*Tensor, error) {
	return opGtInPlace.tensor(x, other)
}

// GtInPlace is Tensor.GtInPlace; the scope keeps the error.
func (s *Scope) GtInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.GtInPlace(other))
}

// GeInPlace is PyTorch's ge_: a >= b. It writes the tensor and gives it.
func (x *Tensor) GeInPlace(other any) (*Tensor, error) {
	return opGeInPlace.tensor(x, other)
}

// GeInPlace is Tensor.GeInPlace; the scope keeps the error.
func (s *Scope) GeInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.GeInPlace(other))
}

// LogicalAndInPlace is PyTorch's logical_and_: a and b. It writes the tensor and gives it.
func (x *Tensor) LogicalAndInPlace(other any) (*Tensor, error) {
	return opLogicalAndInPlace.tensor(x, other)
}

// LogicalAndInPlace is Tensor.LogicalAndInPlace; the scope keeps the error.
func (s *Scope) LogicalAndInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.LogicalAndInPlace(other))
}

// LogicalOrInPlace is PyTorch's logical_or_: a or b. It writes the tensor and gives it.
func (x *Tensor) LogicalOrInPlace(other any) (*Tensor, error) {
	return opLogicalOrInPlace.tensor(x, other)
}

// LogicalOrInPlace is Tensor.LogicalOrInPlace; the scope keeps the error.
func (s *Scope) LogicalOrInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.LogicalOrInPlace(other))
}

// LogicalXorInPlace is PyTorch's logical_xor_: One of a, b. It writes the tensor and gives it.
func (x *Tensor) LogicalXorInPlace(other any) (*Tensor, error) {
	return opLogicalXorInPlace.tensor(x, other)
}

// LogicalXorInPlace is Tensor.LogicalXorInPlace; the scope keeps the error.
func (s *Scope) LogicalXorInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.LogicalXorInPlace(other))
}

// BitwiseAndInPlace is PyTorch's bitwise_and_: a & b. It writes the tensor and gives it.
func (x *Tensor) BitwiseAndInPlace(other any) (*Tensor, error) {
	return opBitwiseAndInPlace.tensor(x, other)
}

// BitwiseAndInPlace is Tensor.BitwiseAndInPlace; the scope keeps the error.
func (s *Scope) BitwiseAndInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.BitwiseAndInPlace(other))
}

// BitwiseOrInPlace is PyTorch's bitwise_or_: a | b. It writes the tensor and gives it.
func (x *Tensor) BitwiseOrInPlace(other any) (*Tensor, error) {
	return opBitwiseOrInPlace.tensor(x, other)
}

// BitwiseOrInPlace is Tensor.BitwiseOrInPlace; the scope keeps the error.
func (s *Scope) BitwiseOrInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.BitwiseOrInPlace(other))
}

// BitwiseXorInPlace is PyTorch's bitwise_xor_: a ^ b. It writes the tensor and gives it.
func (x *Tensor) BitwiseXorInPlace(other any) (*Tensor, error) {
	return opBitwiseXorInPlace.tensor(x, other)
}

// BitwiseXorInPlace is Tensor.BitwiseXorInPlace; the scope keeps the error.
func (s *Scope) BitwiseXorInPlace(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.BitwiseXorInPlace(other))
}

// Subtract is PyTorch's subtract: Sub.
func (x *Tensor) Subtract(other any) (*Tensor, error) {
	return opSubtract.tensor(x, other)
}

// Subtract is Tensor.Subtract; the scope keeps the error.
func (s *Scope) Subtract(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Subtract(other))
}

// Multiply is PyTorch's multiply: Mul.
func (x *Tensor) Multiply(other any) (*Tensor, error) {
	return opMultiply.tensor(x, other)
}

// Multiply is Tensor.Multiply; the scope keeps the error.
func (s *Scope) Multiply(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Multiply(other))
}

// Divide is PyTorch's divide: Div.
func (x *Tensor) Divide(other any) (*Tensor, error) {
	return opDivide.tensor(x, other)
}

// Divide is Tensor.Divide; the scope keeps the error.
func (s *Scope) Divide(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Divide(other))
}

// TrueDivide is PyTorch's true_divide: Div.
func (x *Tensor) TrueDivide(other any) (*Tensor, error) {
	return opTrueDivide.tensor(x, other)
}

// TrueDivide is Tensor.TrueDivide; the scope keeps the error.
func (s *Scope) TrueDivide(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.TrueDivide(other))
}

// NotEqual is PyTorch's not_equal: Ne.
func (x *Tensor) NotEqual(other any) (*Tensor, error) {
	return opNotEqual.tensor(x, other)
}

// NotEqual is Tensor.NotEqual; the scope keeps the error.
func (s *Scope) NotEqual(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.NotEqual(other))
}

// Less is PyTorch's less: Lt.
func (x *Tensor) Less(other any) (*Tensor, error) {
	return opLess.tensor(x, other)
}

// Less is Tensor.Less; the scope keeps the error.
func (s *Scope) Less(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Less(other))
}

// LessEqual is PyTorch's less_equal: Le.
func (x *Tensor) LessEqual(other any) (*Tensor, error) {
	return opLessEqual.tensor(x, other)
}

// LessEqual is Tensor.LessEqual; the scope keeps the error.
func (s *Scope) LessEqual(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.LessEqual(other))
}

// Greater is PyTorch's greater: Gt.
func (x *Tensor) Greater(other any) (*Tensor, error) {
	return opGreater.tensor(x, other)
}

// Greater is Tensor.Greater; the scope keeps the error.
func (s *Scope) Greater(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Greater(other))
}

// GreaterEqual is PyTorch's greater_equal: Ge.
func (x *Tensor) GreaterEqual(other any) (*Tensor, error) {
	return opGreaterEqual.tensor(x, other)
}

// GreaterEqual is Tensor.GreaterEqual; the scope keeps the error.
func (s *Scope) GreaterEqual(x *Tensor, other any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.GreaterEqual(other))
}

// Rsub is PyTorch's rsub: Other - alpha * input. Further arguments, by position or With: With
// alpha=1.
func (x *Tensor) Rsub(other any, args ...any) (*Tensor, error) {
	return opRsub.tensor(append([]any{x, other}, args...)...)
}

// Rsub is Tensor.Rsub; the scope keeps the error.
func (s *Scope) Rsub(x *Tensor, other any, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Rsub(other, args...))
}

// Isclose is PyTorch's isclose: |a - b| <= atol + rtol * |b|. Further arguments, by position or
// With: rtol=1e-05, atol=1e-08, equal_nan=False.
func (x *Tensor) Isclose(other any, args ...any) (*Tensor, error) {
	return opIsclose.tensor(append([]any{x, other}, args...)...)
}

// Isclose is Tensor.Isclose; the scope keeps the error.
func (s *Scope) Isclose(x *Tensor, other any, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Isclose(other, args...))
}

// Allclose is PyTorch's allclose: Isclose everywhere. Further arguments, by position or With:
// rtol=1e-05, atol=1e-08, equal_nan=False.
func (x *Tensor) Allclose(other any, args ...any) (bool, error) {
	return opAllclose.boolean(append([]any{x, other}, args...)...)
}

// Allclose is Tensor.Allclose; the scope keeps the error.
func (s *Scope) Allclose(x *Tensor, other any, args ...any) bool {
	if s.failed() {
		return false
	}
	return s.boolean(x.Allclose(other, args...))
}

// Equal is PyTorch's equal: Same shape and elements.
func (x *Tensor) Equal(other *Tensor) (bool, error) {
	return opEqual.boolean(x, other)
}

// Equal is Tensor.Equal; the scope keeps the error.
func (s *Scope) Equal(x *Tensor, other *Tensor) bool {
	if s.failed() {
		return false
	}
	return s.boolean(x.Equal(other))
}

// Pad is PyTorch's pad: Padded around. Further arguments, by position or With: mode='constant',
// value=None.
func (x *Tensor) Pad(pad []int64, args ...any) (*Tensor, error) {
	return opPad.tensor(append([]any{x, pad}, args...)...)
}

// Pad is Tensor.Pad; the scope keeps the error.
func (s *Scope) Pad(x *Tensor, pad []int64, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Pad(pad, args...))
}

// Normalize is PyTorch's normalize: Divided by its p-norm. Further arguments, by position or With:
// p=2.0, dim=1, eps=1e-12.
func (x *Tensor) Normalize(args ...any) (*Tensor, error) {
	return opNormalize.tensor(append([]any{x}, args...)...)
}

// Normalize is Tensor.Normalize; the scope keeps the error.
func (s *Scope) Normalize(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Normalize(args...))
}

// OneHot is PyTorch's one_hot: a one at each class's place. Further arguments, by position or
// With: num_classes=-1.
func (x *Tensor) OneHot(args ...any) (*Tensor, error) {
	return opOneHot.tensor(append([]any{x}, args...)...)
}

// OneHot is Tensor.OneHot; the scope keeps the error.
func (s *Scope) OneHot(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.OneHot(args...))
}

// Trace is PyTorch's trace: Sum of the diagonal.
func (x *Tensor) Trace() (*Tensor, error) {
	return opTrace.one(x)
}

// Trace is Tensor.Trace; the scope keeps the error.
func (s *Scope) Trace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Trace())
}

// Diff is PyTorch's diff: Differences along a dim. Further arguments, by position or With: n=1,
// dim=-1, prepend=None, append=None.
func (x *Tensor) Diff(args ...any) (*Tensor, error) {
	return opDiff.tensor(append([]any{x}, args...)...)
}

// Diff is Tensor.Diff; the scope keeps the error.
func (s *Scope) Diff(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Diff(args...))
}

// Dist is PyTorch's dist: p-norm of the difference. Further arguments, by position or With: p=2.
func (x *Tensor) Dist(other *Tensor, args ...any) (*Tensor, error) {
	return opDist.tensor(append([]any{x, other}, args...)...)
}

// Dist is Tensor.Dist; the scope keeps the error.
func (s *Scope) Dist(x *Tensor, other *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Dist(other, args...))
}

// Isin is PyTorch's isin: Whether each is one of the others. Further arguments, by position or
// With: With assume_unique=False, With invert=False.
func (x *Tensor) Isin(testElements *Tensor, args ...any) (*Tensor, error) {
	return opIsin.tensor(append([]any{x, testElements}, args...)...)
}

// Isin is Tensor.Isin; the scope keeps the error.
func (s *Scope) Isin(x *Tensor, testElements *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Isin(testElements, args...))
}

// Cross is PyTorch's cross: Cross product of three-vectors. Further arguments, by position or
// With: dim=None.
func (x *Tensor) Cross(other *Tensor, args ...any) (*Tensor, error) {
	return opCross.tensor(append([]any{x, other}, args...)...)
}

// Cross is Tensor.Cross; the scope keeps the error.
func (s *Scope) Cross(x *Tensor, other *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Cross(other, args...))
}

// LinalgCross is PyTorch's linalg.cross: Cross product of three-vectors. Further arguments, by
// position or With: With dim=-1.
func (x *Tensor) LinalgCross(other *Tensor, args ...any) (*Tensor, error) {
	return opLinalgCross.tensor(append([]any{x, other}, args...)...)
}

// LinalgCross is Tensor.LinalgCross; the scope keeps the error.
func (s *Scope) LinalgCross(x *Tensor, other *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.LinalgCross(other, args...))
}

// Renorm is PyTorch's renorm: Slices scaled down to a p-norm.
func (x *Tensor) Renorm(p float64, dim int64, maxnorm float64) (*Tensor, error) {
	return opRenorm.tensor(x, p, dim, maxnorm)
}

// Renorm is Tensor.Renorm; the scope keeps the error.
func (s *Scope) Renorm(x *Tensor, p float64, dim int64, maxnorm float64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Renorm(p, dim, maxnorm))
}

// Zeros is PyTorch's zeros: Zeros. Further arguments, by position or With: With dtype=None.
func Zeros(size []int64, args ...any) (*Tensor, error) {
	return opZeros.tensor(append([]any{size}, args...)...)
}

// Zeros is Zeros; the scope keeps the error.
func (s *Scope) Zeros(size []int64, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(Zeros(size, args...))
}

// Ones is PyTorch's ones: Ones. Further arguments, by position or With: With dtype=None.
func Ones(size []int64, args ...any) (*Tensor, error) {
	return opOnes.tensor(append([]any{size}, args...)...)
}

// Ones is Ones; the scope keeps the error.
func (s *Scope) Ones(size []int64, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(Ones(size, args...))
}

// Empty is PyTorch's empty: Contents undefined (zeros). Further arguments, by position or With:
// With dtype=None.
func Empty(size []int64, args ...any) (*Tensor, error) {
	return opEmpty.tensor(append([]any{size}, args...)...)
}

// Empty is Empty; the scope keeps the error.
func (s *Scope) Empty(size []int64, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(Empty(size, args...))
}

// Full is PyTorch's full: Every element fill_value. Further arguments, by position or With: With
// dtype=None.
func Full(size []int64, fillValue any, args ...any) (*Tensor, error) {
	return opFull.tensor(append([]any{size, fillValue}, args...)...)
}

// Full is Full; the scope keeps the error.
func (s *Scope) Full(size []int64, fillValue any, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(Full(size, fillValue, args...))
}

// ZerosLike is PyTorch's zeros_like: Zeros. Further arguments, by position or With: With
// dtype=None.
func (x *Tensor) ZerosLike(args ...any) (*Tensor, error) {
	return opZerosLike.tensor(append([]any{x}, args...)...)
}

// ZerosLike is Tensor.ZerosLike; the scope keeps the error.
func (s *Scope) ZerosLike(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.ZerosLike(args...))
}

// OnesLike is PyTorch's ones_like: Ones. Further arguments, by position or With: With dtype=None.
func (x *Tensor) OnesLike(args ...any) (*Tensor, error) {
	return opOnesLike.tensor(append([]any{x}, args...)...)
}

// OnesLike is Tensor.OnesLike; the scope keeps the error.
func (s *Scope) OnesLike(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.OnesLike(args...))
}

// EmptyLike is PyTorch's empty_like: Contents undefined (zeros). Further arguments, by position or
// With: With dtype=None.
func (x *Tensor) EmptyLike(args ...any) (*Tensor, error) {
	return opEmptyLike.tensor(append([]any{x}, args...)...)
}

// EmptyLike is Tensor.EmptyLike; the scope keeps the error.
func (s *Scope) EmptyLike(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.EmptyLike(args...))
}

// FullLike is PyTorch's full_like: Every element fill_value. Further arguments, by position or
// With: With dtype=None.
func (x *Tensor) FullLike(fillValue any, args ...any) (*Tensor, error) {
	return opFullLike.tensor(append([]any{x, fillValue}, args...)...)
}

// FullLike is Tensor.FullLike; the scope keeps the error.
func (s *Scope) FullLike(x *Tensor, fillValue any, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.FullLike(fillValue, args...))
}

// NewZeros is PyTorch's new_zeros: Zeros of input's dtype. Further arguments, by position or With:
// With dtype=None.
func (x *Tensor) NewZeros(size []int64, args ...any) (*Tensor, error) {
	return opNewZeros.tensor(append([]any{x, size}, args...)...)
}

// NewZeros is Tensor.NewZeros; the scope keeps the error.
func (s *Scope) NewZeros(x *Tensor, size []int64, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.NewZeros(size, args...))
}

// NewOnes is PyTorch's new_ones: Ones of input's dtype. Further arguments, by position or With:
// With dtype=None.
func (x *Tensor) NewOnes(size []int64, args ...any) (*Tensor, error) {
	return opNewOnes.tensor(append([]any{x, size}, args...)...)
}

// NewOnes is Tensor.NewOnes; the scope keeps the error.
func (s *Scope) NewOnes(x *Tensor, size []int64, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.NewOnes(size, args...))
}

// NewEmpty is PyTorch's new_empty: Contents undefined (zeros). Further arguments, by position or
// With: With dtype=None.
func (x *Tensor) NewEmpty(size []int64, args ...any) (*Tensor, error) {
	return opNewEmpty.tensor(append([]any{x, size}, args...)...)
}

// NewEmpty is Tensor.NewEmpty; the scope keeps the error.
func (s *Scope) NewEmpty(x *Tensor, size []int64, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.NewEmpty(size, args...))
}

// NewFull is PyTorch's new_full: fill_value, of input's dtype. Further arguments, by position or
// With: With dtype=None.
func (x *Tensor) NewFull(size []int64, fillValue any, args ...any) (*Tensor, error) {
	return opNewFull.tensor(append([]any{x, size, fillValue}, args...)...)
}

// NewFull is Tensor.NewFull; the scope keeps the error.
func (s *Scope) NewFull(x *Tensor, size []int64, fillValue any, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.NewFull(size, fillValue, args...))
}

// Arange is PyTorch's arange: start, start + step, ... before end. Further arguments, by position
// or With: end=None, step=1, With dtype=None.
func Arange(start any, args ...any) (*Tensor, error) {
	return opArange.tensor(append([]any{start}, args...)...)
}

// Arange is Arange; the scope keeps the error.
func (s *Scope) Arange(start any, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(Arange(start, args...))
}

// Linspace is PyTorch's linspace: Evenly from start to end. Further arguments, by position or
// With: With dtype=None.
func Linspace(start any, end any, steps int64, args ...any) (*Tensor, error) {
	return opLinspace.tensor(append([]any{start, end, steps}, args...)...)
}

// Linspace is Linspace; the scope keeps the error.
func (s *Scope) Linspace(start any, end any, steps int64, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(Linspace(start, end, steps, args...))
}

// Eye is PyTorch's eye: Ones on the diagonal. Further arguments, by position or With: m=None, With
// dtype=None.
func Eye(n int64, args ...any) (*Tensor, error) {
	return opEye.tensor(append([]any{n}, args...)...)
}

// Eye is Eye; the scope keeps the error.
func (s *Scope) Eye(n int64, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(Eye(n, args...))
}

// TrilIndices is PyTorch's tril_indices: Positions of the lower triangle. Further arguments, by
// position or With: offset=0, With dtype=None.
func TrilIndices(row int64, col int64, args ...any) (*Tensor, error) {
	return opTrilIndices.tensor(append([]any{row, col}, args...)...)
}

// TrilIndices is TrilIndices; the scope keeps the error.
func (s *Scope) TrilIndices(row int64, col int64, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(TrilIndices(row, col, args...))
}

// TriuIndices is PyTorch's triu_indices: Positions of the upper triangle. Further arguments, by
// position or With: offset=0, With dtype=None.
func TriuIndices(row int64, col int64, args ...any) (*Tensor, error) {
	return opTriuIndices.tensor(append([]any{row, col}, args...)...)
}

// TriuIndices is TriuIndices; the scope keeps the error.
func (s *Scope) TriuIndices(row int64, col int64, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(TriuIndices(row, col, args...))
}

// Clone is PyTorch's clone: a copy.
func (x *Tensor) Clone() (*Tensor, error) {
	return opClone.one(x)
}

// Clone is Tensor.Clone; the scope keeps the error.
func (s *Scope) Clone(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Clone())
}

// Contiguous is PyTorch's contiguous: row-major, a copy if need be.
func (x *Tensor) Contiguous() (*Tensor, error) {
	return opContiguous.one(x)
}

// Contiguous is Tensor.Contiguous; the scope keeps the error.
func (s *Scope) Contiguous(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Contiguous())
}

// Detach is PyTorch's detach: The same storage, without history.
func (x *Tensor) Detach() (*Tensor, error) {
	return opDetach.one(x)
}

// Detach is Tensor.Detach; the scope keeps the error.
func (s *Scope) Detach(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Detach())
}

// TypeAs is PyTorch's type_as: other's dtype.
func (x *Tensor) TypeAs(other *Tensor) (*Tensor, error) {
	return opTypeAs.tensor(x, other)
}

// TypeAs is Tensor.TypeAs; the scope keeps the error.
func (s *Scope) TypeAs(x *Tensor, other *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.TypeAs(other))
}

// IndexSelect is PyTorch's index_select: Indices of a dim.
func (x *Tensor) IndexSelect(dim int64, index *Tensor) (*Tensor, error) {
	return opIndexSelect.tensor(x, dim, index)
}

// IndexSelect is Tensor.IndexSelect; the scope keeps the error.
func (s *Scope) IndexSelect(x *Tensor, dim int64, index *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.IndexSelect(dim, index))
}

// Gather is PyTorch's gather: Elements along a dim.
func (x *Tensor) Gather(dim int64, index *Tensor) (*Tensor, error) {
	return opGather.tensor(x, dim, index)
}

// Gather is Tensor.Gather; the scope keeps the error.
func (s *Scope) Gather(x *Tensor, dim int64, index *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Gather(dim, index))
}

// TakeAlongDim is PyTorch's take_along_dim: Gather with broadcast. Further arguments, by position
// or With: dim=None.
func (x *Tensor) TakeAlongDim(indices *Tensor, args ...any) (*Tensor, error) {
	return opTakeAlongDim.tensor(append([]any{x, indices}, args...)...)
}

// TakeAlongDim is Tensor.TakeAlongDim; the scope keeps the error.
func (s *Scope) TakeAlongDim(x *Tensor, indices *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.TakeAlongDim(indices, args...))
}

// Take is PyTorch's take: Elements of the flattened tensor.
func (x *Tensor) Take(index *Tensor) (*Tensor, error) {
	return opTake.tensor(x, index)
}

// Take is Tensor.Take; the scope keeps the error.
func (s *Scope) Take(x *Tensor, index *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Take(index))
}

// MaskedFill is PyTorch's masked_fill: Value where the mask holds.
func (x *Tensor) MaskedFill(mask *Tensor, value any) (*Tensor, error) {
	return opMaskedFill.tensor(x, mask, value)
}

// MaskedFill is Tensor.MaskedFill; the scope keeps the error.
func (s *Scope) MaskedFill(x *Tensor, mask *Tensor, value any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.MaskedFill(mask, value))
}

// MaskedFillInPlace is PyTorch's masked_fill_: masked_fill in place. It writes the tensor and
// gives it.
func (x *Tensor) MaskedFillInPlace(mask *Tensor, value any) (*Tensor, error) {
	return opMaskedFillInPlace.tensor(x, mask, value)
}

// MaskedFillInPlace is Tensor.MaskedFillInPlace; the scope keeps the error.
func (s *Scope) MaskedFillInPlace(x *Tensor, mask *Tensor, value any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.MaskedFillInPlace(mask, value))
}

// MaskedSelect is PyTorch's masked_select: Elements where the mask holds.
func (x *Tensor) MaskedSelect(mask *Tensor) (*Tensor, error) {
	return opMaskedSelect.tensor(x, mask)
}

// MaskedSelect is Tensor.MaskedSelect; the scope keeps the error.
func (s *Scope) MaskedSelect(x *Tensor, mask *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.MaskedSelect(mask))
}

// MaskedScatter is PyTorch's masked_scatter: source's elements where the mask holds.
func (x *Tensor) MaskedScatter(mask *Tensor, source *Tensor) (*Tensor, error) {
	return opMaskedScatter.tensor(x, mask, source)
}

// MaskedScatter is Tensor.MaskedScatter; the scope keeps the error.
func (s *Scope) MaskedScatter(x *Tensor, mask *Tensor, source *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.MaskedScatter(mask, source))
}

// Scatter is PyTorch's scatter: Elements placed along a dim. Further arguments, by position or
// With: src=None, value=None, With reduce=None.
func (x *Tensor) Scatter(dim int64, index *Tensor, args ...any) (*Tensor, error) {
	return opScatter.tensor(append([]any{x, dim, index}, args...)...)
}

// Scatter is Tensor.Scatter; the scope keeps the error.
func (s *Scope) Scatter(x *Tensor, dim int64, index *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Scatter(dim, index, args...))
}

// ScatterAdd is PyTorch's scatter_add: Elements added along a dim.
func (x *Tensor) ScatterAdd(dim int64, index *Tensor, src *Tensor) (*Tensor, error) {
	return opScatterAdd.tensor(x, dim, index, src)
}

// ScatterAdd is Tensor.ScatterAdd; the scope keeps the error.
func (s *Scope) ScatterAdd(x *Tensor, dim int64, index *Tensor, src *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.ScatterAdd(dim, index, src))
}

// ScatterReduce is PyTorch's scatter_reduce: Elements folded along a dim. Further arguments, by
// position or With: With include_self=True.
func (x *Tensor) ScatterReduce(dim int64, index *Tensor, src *Tensor, reduce string, args ...any) (*Tensor, error) {
	return opScatterReduce.tensor(append([]any{x, dim, index, src, reduce}, args...)...)
}

// ScatterReduce is Tensor.ScatterReduce; the scope keeps the error.
func (s *Scope) ScatterReduce(x *Tensor, dim int64, index *Tensor, src *Tensor, reduce string, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.ScatterReduce(dim, index, src, reduce, args...))
}

// IndexAdd is PyTorch's index_add: Slices added at indices. Further arguments, by position or
// With: With alpha=1.
func (x *Tensor) IndexAdd(dim int64, index *Tensor, source *Tensor, args ...any) (*Tensor, error) {
	return opIndexAdd.tensor(append([]any{x, dim, index, source}, args...)...)
}

// IndexAdd is Tensor.IndexAdd; the scope keeps the error.
func (s *Scope) IndexAdd(x *Tensor, dim int64, index *Tensor, source *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.IndexAdd(dim, index, source, args...))
}

// IndexCopy is PyTorch's index_copy: Slices placed at indices.
func (x *Tensor) IndexCopy(dim int64, index *Tensor, source *Tensor) (*Tensor, error) {
	return opIndexCopy.tensor(x, dim, index, source)
}

// IndexCopy is Tensor.IndexCopy; the scope keeps the error.
func (s *Scope) IndexCopy(x *Tensor, dim int64, index *Tensor, source *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.IndexCopy(dim, index, source))
}

// IndexFill is PyTorch's index_fill: Value at indices.
func (x *Tensor) IndexFill(dim int64, index *Tensor, value any) (*Tensor, error) {
	return opIndexFill.tensor(x, dim, index, value)
}

// IndexFill is Tensor.IndexFill; the scope keeps the error.
func (s *Scope) IndexFill(x *Tensor, dim int64, index *Tensor, value any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.IndexFill(dim, index, value))
}

// IndexPut is PyTorch's index_put: Values placed at index tensors. Further arguments, by position
// or With: accumulate=False.
func (x *Tensor) IndexPut(indices []*Tensor, values *Tensor, args ...any) (*Tensor, error) {
	return opIndexPut.tensor(append([]any{x, indices, values}, args...)...)
}

// IndexPut is Tensor.IndexPut; the scope keeps the error.
func (s *Scope) IndexPut(x *Tensor, indices []*Tensor, values *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.IndexPut(indices, values, args...))
}

// IndexPutInPlace is PyTorch's index_put_: index_put in place. It writes the tensor and gives it.
// Further arguments, by position or With: accumulate=False.
func (x *Tensor) IndexPutInPlace(indices []*Tensor, values *Tensor, args ...any) (*Tensor, error) {
	return opIndexPutInPlace.tensor(append([]any{x, indices, values}, args...)...)
}

// IndexPutInPlace is Tensor.IndexPutInPlace; the scope keeps the error.
func (s *Scope) IndexPutInPlace(x *Tensor, indices []*Tensor, values *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.IndexPutInPlace(indices, values, args...))
}

// Nonzero is PyTorch's nonzero: Positions of what is not zero. Further arguments, by position or
// With: With as_tuple=False.
func (x *Tensor) Nonzero(args ...any) (*Tensor, error) {
	return opNonzero.tensor(append([]any{x}, args...)...)
}

// Nonzero is Tensor.Nonzero; the scope keeps the error.
func (s *Scope) Nonzero(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Nonzero(args...))
}

// ArgWhere is PyTorch's argwhere: Positions of what is not zero.
func (x *Tensor) ArgWhere() (*Tensor, error) {
	return opArgWhere.one(x)
}

// ArgWhere is Tensor.ArgWhere; the scope keeps the error.
func (s *Scope) ArgWhere(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.ArgWhere())
}

// SelectScatter is PyTorch's select_scatter: Src in place of one index.
func (x *Tensor) SelectScatter(src *Tensor, dim int64, index int64) (*Tensor, error) {
	return opSelectScatter.tensor(x, src, dim, index)
}

// SelectScatter is Tensor.SelectScatter; the scope keeps the error.
func (s *Scope) SelectScatter(x *Tensor, src *Tensor, dim int64, index int64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.SelectScatter(src, dim, index))
}

// DiagonalScatter is PyTorch's diagonal_scatter: Src in place of the diagonal. Further arguments,
// by position or With: offset=0, dim1=0, dim2=1.
func (x *Tensor) DiagonalScatter(src *Tensor, args ...any) (*Tensor, error) {
	return opDiagonalScatter.tensor(append([]any{x, src}, args...)...)
}

// DiagonalScatter is Tensor.DiagonalScatter; the scope keeps the error.
func (s *Scope) DiagonalScatter(x *Tensor, src *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.DiagonalScatter(src, args...))
}

// Sort is PyTorch's sort: sorted, with indices. Further arguments, by position or With: dim=-1,
// descending=False, stable=False.
func (x *Tensor) Sort(args ...any) ([]*Tensor, error) {
	return opSort.tensors(append([]any{x}, args...)...)
}

// Sort is Tensor.Sort; the scope keeps the error.
func (s *Scope) Sort(x *Tensor, args ...any) []*Tensor {
	if s.failed() {
		return nil
	}
	return s.tensors(x.Sort(args...))
}

// Msort is PyTorch's msort: Sorted along dim 0.
func (x *Tensor) Msort() (*Tensor, error) {
	return opMsort.one(x)
}

// Msort is Tensor.Msort; the scope keeps the error.
func (s *Scope) Msort(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Msort())
}

// ArgSort is PyTorch's argsort: Indices of sort. Further arguments, by position or With: dim=-1,
// descending=False, stable=False.
func (x *Tensor) ArgSort(args ...any) (*Tensor, error) {
	return opArgSort.tensor(append([]any{x}, args...)...)
}

// ArgSort is Tensor.ArgSort; the scope keeps the error.
func (s *Scope) ArgSort(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.ArgSort(args...))
}

// Topk is PyTorch's topk: The k largest, with indices. Further arguments, by position or With:
// dim=-1, largest=True, sorted=True.
func (x *Tensor) Topk(k int64, args ...any) ([]*Tensor, error) {
	return opTopk.tensors(append([]any{x, k}, args...)...)
}

// Topk is Tensor.Topk; the scope keeps the error.
func (s *Scope) Topk(x *Tensor, k int64, args ...any) []*Tensor {
	if s.failed() {
		return nil
	}
	return s.tensors(x.Topk(k, args...))
}

// Kthvalue is PyTorch's kthvalue: The k-th smallest, with index. Further arguments, by position or
// With: dim=-1, keepdim=False.
func (x *Tensor) Kthvalue(k int64, args ...any) ([]*Tensor, error) {
	return opKthvalue.tensors(append([]any{x, k}, args...)...)
}

// Kthvalue is Tensor.Kthvalue; the scope keeps the error.
func (s *Scope) Kthvalue(x *Tensor, k int64, args ...any) []*Tensor {
	if s.failed() {
		return nil
	}
	return s.tensors(x.Kthvalue(k, args...))
}

// Searchsorted is PyTorch's searchsorted: Number of boundaries below. Further arguments, by
// position or With: With out_int32=False, With right=False, With side=None, With sorter=None.
func (x *Tensor) Searchsorted(input *Tensor, args ...any) (*Tensor, error) {
	return opSearchsorted.tensor(append([]any{x, input}, args...)...)
}

// Searchsorted is Tensor.Searchsorted; the scope keeps the error.
func (s *Scope) Searchsorted(x *Tensor, input *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Searchsorted(input, args...))
}

// Bucketize is PyTorch's bucketize: Number of boundaries below. Further arguments, by position or
// With: With out_int32=False, With right=False.
func (x *Tensor) Bucketize(boundaries *Tensor, args ...any) (*Tensor, error) {
	return opBucketize.tensor(append([]any{x, boundaries}, args...)...)
}

// Bucketize is Tensor.Bucketize; the scope keeps the error.
func (s *Scope) Bucketize(x *Tensor, boundaries *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Bucketize(boundaries, args...))
}

// Bincount is PyTorch's bincount: How often each number occurs. Further arguments, by position or
// With: weights=None, minlength=0.
func (x *Tensor) Bincount(args ...any) (*Tensor, error) {
	return opBincount.tensor(append([]any{x}, args...)...)
}

// Bincount is Tensor.Bincount; the scope keeps the error.
func (s *Scope) Bincount(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Bincount(args...))
}

// MseLoss is PyTorch's mse_loss: Mean squared difference. Further arguments, by position or With:
// reduction='mean', weight=None.
func (x *Tensor) MseLoss(target *Tensor, args ...any) (*Tensor, error) {
	return opMseLoss.tensor(append([]any{x, target}, args...)...)
}

// MseLoss is Tensor.MseLoss; the scope keeps the error.
func (s *Scope) MseLoss(x *Tensor, target *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.MseLoss(target, args...))
}

// L1Loss is PyTorch's l1_loss: Mean absolute difference. Further arguments, by position or With:
// reduction='mean', weight=None.
func (x *Tensor) L1Loss(target *Tensor, args ...any) (*Tensor, error) {
	return opL1Loss.tensor(append([]any{x, target}, args...)...)
}

// L1Loss is Tensor.L1Loss; the scope keeps the error.
func (s *Scope) L1Loss(x *Tensor, target *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.L1Loss(target, args...))
}

// SmoothL1Loss is PyTorch's smooth_l1_loss: Squared difference below beta, absolute above. Further
// arguments, by position or With: reduction='mean', beta=1.0.
func (x *Tensor) SmoothL1Loss(target *Tensor, args ...any) (*Tensor, error) {
	return opSmoothL1Loss.tensor(append([]any{x, target}, args...)...)
}

// SmoothL1Loss is Tensor.SmoothL1Loss; the scope keeps the error.
func (s *Scope) SmoothL1Loss(x *Tensor, target *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.SmoothL1Loss(target, args...))
}

// HuberLoss is PyTorch's huber_loss: Squared difference up to delta, linear above. Further
// arguments, by position or With: reduction='mean', delta=1.0, weight=None.
func (x *Tensor) HuberLoss(target *Tensor, args ...any) (*Tensor, error) {
	return opHuberLoss.tensor(append([]any{x, target}, args...)...)
}

// HuberLoss is Tensor.HuberLoss; the scope keeps the error.
func (s *Scope) HuberLoss(x *Tensor, target *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.HuberLoss(target, args...))
}

// NllLoss is PyTorch's nll_loss: Minus the log-probability of each target class. Further
// arguments, by position or With: weight=None, ignore_index=-100, reduction='mean'.
func (x *Tensor) NllLoss(target *Tensor, args ...any) (*Tensor, error) {
	return opNllLoss.tensor(append([]any{x, target}, args...)...)
}

// NllLoss is Tensor.NllLoss; the scope keeps the error.
func (s *Scope) NllLoss(x *Tensor, target *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.NllLoss(target, args...))
}

// CrossEntropy is PyTorch's cross_entropy: nll_loss of log_softmax. Further arguments, by position
// or With: weight=None, ignore_index=-100, reduction='mean', label_smoothing=0.0.
func (x *Tensor) CrossEntropy(target *Tensor, args ...any) (*Tensor, error) {
	return opCrossEntropy.tensor(append([]any{x, target}, args...)...)
}

// CrossEntropy is Tensor.CrossEntropy; the scope keeps the error.
func (s *Scope) CrossEntropy(x *Tensor, target *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.CrossEntropy(target, args...))
}

// BinaryCrossEntropy is PyTorch's binary_cross_entropy: Cross entropy of probabilities of yes and
// no. Further arguments, by position or With: weight=None, reduction='mean'.
func (x *Tensor) BinaryCrossEntropy(target *Tensor, args ...any) (*Tensor, error) {
	return opBinaryCrossEntropy.tensor(append([]any{x, target}, args...)...)
}

// BinaryCrossEntropy is Tensor.BinaryCrossEntropy; the scope keeps the error.
func (s *Scope) BinaryCrossEntropy(x *Tensor, target *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.BinaryCrossEntropy(target, args...))
}

// BinaryCrossEntropyWithLogits is PyTorch's binary_cross_entropy_with_logits: binary_cross_entropy
// of sigmoid. Further arguments, by position or With: weight=None, reduction='mean',
// pos_weight=None.
func (x *Tensor) BinaryCrossEntropyWithLogits(target *Tensor, args ...any) (*Tensor, error) {
	return opBinaryCrossEntropyWithLogits.tensor(append([]any{x, target}, args...)...)
}

// BinaryCrossEntropyWithLogits is Tensor.BinaryCrossEntropyWithLogits; the scope keeps the error.
func (s *Scope) BinaryCrossEntropyWithLogits(x *Tensor, target *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.BinaryCrossEntropyWithLogits(target, args...))
}

// Matmul is PyTorch's matmul: Product of matrices, vectors or batches.
func (x *Tensor) Matmul(other *Tensor) (*Tensor, error) {
	return opMatmul.tensor(x, other)
}

// Matmul is Tensor.Matmul; the scope keeps the error.
func (s *Scope) Matmul(x *Tensor, other *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Matmul(other))
}

// Mm is PyTorch's mm: Product of two matrices.
func (x *Tensor) Mm(mat2 *Tensor) (*Tensor, error) {
	return opMm.tensor(x, mat2)
}

// Mm is Tensor.Mm; the scope keeps the error.
func (s *Scope) Mm(x *Tensor, mat2 *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Mm(mat2))
}

// Bmm is PyTorch's bmm: Products of two batches of matrices.
func (x *Tensor) Bmm(mat2 *Tensor) (*Tensor, error) {
	return opBmm.tensor(x, mat2)
}

// Bmm is Tensor.Bmm; the scope keeps the error.
func (s *Scope) Bmm(x *Tensor, mat2 *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Bmm(mat2))
}

// Mv is PyTorch's mv: Matrix times vector.
func (x *Tensor) Mv(vec *Tensor) (*Tensor, error) {
	return opMv.tensor(x, vec)
}

// Mv is Tensor.Mv; the scope keeps the error.
func (s *Scope) Mv(x *Tensor, vec *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Mv(vec))
}

// Dot is PyTorch's dot: Scalar product.
func (x *Tensor) Dot(tensor *Tensor) (*Tensor, error) {
	return opDot.tensor(x, tensor)
}

// Dot is Tensor.Dot; the scope keeps the error.
func (s *Scope) Dot(x *Tensor, tensor *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Dot(tensor))
}

// Vdot is PyTorch's vdot: Scalar product.
func (x *Tensor) Vdot(other *Tensor) (*Tensor, error) {
	return opVdot.tensor(x, other)
}

// Vdot is Tensor.Vdot; the scope keeps the error.
func (s *Scope) Vdot(x *Tensor, other *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Vdot(other))
}

// Outer is PyTorch's outer: All products of two vectors.
func (x *Tensor) Outer(vec2 *Tensor) (*Tensor, error) {
	return opOuter.tensor(x, vec2)
}

// Outer is Tensor.Outer; the scope keeps the error.
func (s *Scope) Outer(x *Tensor, vec2 *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Outer(vec2))
}

// Inner is PyTorch's inner: Scalar products of the last dims.
func (x *Tensor) Inner(other *Tensor) (*Tensor, error) {
	return opInner.tensor(x, other)
}

// Inner is Tensor.Inner; the scope keeps the error.
func (s *Scope) Inner(x *Tensor, other *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Inner(other))
}

// Addmm is PyTorch's addmm: Beta * input + alpha * (mat1 @ mat2). Further arguments, by position
// or With: With beta=1, With alpha=1.
func (x *Tensor) Addmm(mat1 *Tensor, mat2 *Tensor, args ...any) (*Tensor, error) {
	return opAddmm.tensor(append([]any{x, mat1, mat2}, args...)...)
}

// Addmm is Tensor.Addmm; the scope keeps the error.
func (s *Scope) Addmm(x *Tensor, mat1 *Tensor, mat2 *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Addmm(mat1, mat2, args...))
}

// Addmv is PyTorch's addmv: Beta * input + alpha * (mat @ vec). Further arguments, by position or
// With: With beta=1, With alpha=1.
func (x *Tensor) Addmv(mat *Tensor, vec *Tensor, args ...any) (*Tensor, error) {
	return opAddmv.tensor(append([]any{x, mat, vec}, args...)...)
}

// Addmv is Tensor.Addmv; the scope keeps the error.
func (s *Scope) Addmv(x *Tensor, mat *Tensor, vec *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Addmv(mat, vec, args...))
}

// Addr is PyTorch's addr: Beta * input + alpha * outer(vec1, vec2). Further arguments, by position
// or With: With beta=1, With alpha=1.
func (x *Tensor) Addr(vec1 *Tensor, vec2 *Tensor, args ...any) (*Tensor, error) {
	return opAddr.tensor(append([]any{x, vec1, vec2}, args...)...)
}

// Addr is Tensor.Addr; the scope keeps the error.
func (s *Scope) Addr(x *Tensor, vec1 *Tensor, vec2 *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Addr(vec1, vec2, args...))
}

// Baddbmm is PyTorch's baddbmm: Beta * input + alpha * bmm(batch1, batch2). Further arguments, by
// position or With: With beta=1, With alpha=1.
func (x *Tensor) Baddbmm(batch1 *Tensor, batch2 *Tensor, args ...any) (*Tensor, error) {
	return opBaddbmm.tensor(append([]any{x, batch1, batch2}, args...)...)
}

// Baddbmm is Tensor.Baddbmm; the scope keeps the error.
func (s *Scope) Baddbmm(x *Tensor, batch1 *Tensor, batch2 *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Baddbmm(batch1, batch2, args...))
}

// Addbmm is PyTorch's addbmm: Beta * input + alpha * sum of bmm(batch1, batch2). Further
// arguments, by position or With: With beta=1, With alpha=1.
func (x *Tensor) Addbmm(batch1 *Tensor, batch2 *Tensor, args ...any) (*Tensor, error) {
	return opAddbmm.tensor(append([]any{x, batch1, batch2}, args...)...)
}

// Addbmm is Tensor.Addbmm; the scope keeps the error.
func (s *Scope) Addbmm(x *Tensor, batch1 *Tensor, batch2 *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Addbmm(batch1, batch2, args...))
}

// Tensordot is PyTorch's tensordot: Contraction of several dims. Further arguments, by position or
// With: dims=2.
func (x *Tensor) Tensordot(b *Tensor, args ...any) (*Tensor, error) {
	return opTensordot.tensor(append([]any{x, b}, args...)...)
}

// Tensordot is Tensor.Tensordot; the scope keeps the error.
func (s *Scope) Tensordot(x *Tensor, b *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Tensordot(b, args...))
}

// LinalgMultiDot is PyTorch's linalg.multi_dot: Product of several matrices.
func LinalgMultiDot(tensors []*Tensor) (*Tensor, error) {
	return opLinalgMultiDot.tensor(tensors)
}

// LinalgMultiDot is LinalgMultiDot; the scope keeps the error.
func (s *Scope) LinalgMultiDot(tensors []*Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(LinalgMultiDot(tensors))
}

// Einsum is PyTorch's einsum: Einstein summation.
func Einsum(equation string, operands []*Tensor) (*Tensor, error) {
	return opEinsum.tensor(equation, operands)
}

// Einsum is Einsum; the scope keeps the error.
func (s *Scope) Einsum(equation string, operands []*Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(Einsum(equation, operands))
}

// Linear is PyTorch's linear: x times weight transposed, plus bias. Further arguments, by position
// or With: bias=None.
func (x *Tensor) Linear(weight *Tensor, args ...any) (*Tensor, error) {
	return opLinear.tensor(append([]any{x, weight}, args...)...)
}

// Linear is Tensor.Linear; the scope keeps the error.
func (s *Scope) Linear(x *Tensor, weight *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Linear(weight, args...))
}

// Conv1d is PyTorch's conv1d: Convolution over one dim. Further arguments, by position or With:
// bias=None, stride=1, padding=0, dilation=1, groups=1.
func (x *Tensor) Conv1d(weight *Tensor, args ...any) (*Tensor, error) {
	return opConv1d.tensor(append([]any{x, weight}, args...)...)
}

// Conv1d is Tensor.Conv1d; the scope keeps the error.
func (s *Scope) Conv1d(x *Tensor, weight *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Conv1d(weight, args...))
}

// Conv2d is PyTorch's conv2d: Convolution over two dims. Further arguments, by position or With:
// bias=None, stride=1, padding=0, dilation=1, groups=1.
func (x *Tensor) Conv2d(weight *Tensor, args ...any) (*Tensor, error) {
	return opConv2d.tensor(append([]any{x, weight}, args...)...)
}

// Conv2d is Tensor.Conv2d; the scope keeps the error.
func (s *Scope) Conv2d(x *Tensor, weight *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Conv2d(weight, args...))
}

// MaxPool1d is PyTorch's max_pool1d: Largest of each window. Further arguments, by position or
// With: stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False.
func (x *Tensor) MaxPool1d(kernelSize []int64, args ...any) (*Tensor, error) {
	return opMaxPool1d.tensor(append([]any{x, kernelSize}, args...)...)
}

// MaxPool1d is Tensor.MaxPool1d; the scope keeps the error.
func (s *Scope) MaxPool1d(x *Tensor, kernelSize []int64, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.MaxPool1d(kernelSize, args...))
}

// MaxPool1dWithIndices is PyTorch's max_pool1d: Largest of each window. Gives the output and the
// indices. Further arguments, by position or With: stride=None, padding=0, dilation=1,
// ceil_mode=False.
func (x *Tensor) MaxPool1dWithIndices(kernelSize []int64, args ...any) ([]*Tensor, error) {
	return opMaxPool1d.tensors(append([]any{x, kernelSize, With("return_indices", true)}, args...)...)
}

// MaxPool1dWithIndices is Tensor.MaxPool1dWithIndices; the scope keeps the error.
func (s *Scope) MaxPool1dWithIndices(x *Tensor, kernelSize []int64, args ...any) []*Tensor {
	if s.failed() {
		return nil
	}
	return s.tensors(x.MaxPool1dWithIndices(kernelSize, args...))
}

// MaxPool2d is PyTorch's max_pool2d: Largest of each window. Further arguments, by position or
// With: stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False.
func (x *Tensor) MaxPool2d(kernelSize []int64, args ...any) (*Tensor, error) {
	return opMaxPool2d.tensor(append([]any{x, kernelSize}, args...)...)
}

// MaxPool2d is Tensor.MaxPool2d; the scope keeps the error.
func (s *Scope) MaxPool2d(x *Tensor, kernelSize []int64, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.MaxPool2d(kernelSize, args...))
}

// MaxPool2dWithIndices is PyTorch's max_pool2d: Largest of each window. Gives the output and the
// indices. Further arguments, by position or With: stride=None, padding=0, dilation=1,
// ceil_mode=False.
func (x *Tensor) MaxPool2dWithIndices(kernelSize []int64, args ...any) ([]*Tensor, error) {
	return opMaxPool2d.tensors(append([]any{x, kernelSize, With("return_indices", true)}, args...)...)
}

// MaxPool2dWithIndices is Tensor.MaxPool2dWithIndices; the scope keeps the error.
func (s *Scope) MaxPool2dWithIndices(x *Tensor, kernelSize []int64, args ...any) []*Tensor {
	if s.failed() {
		return nil
	}
	return s.tensors(x.MaxPool2dWithIndices(kernelSize, args...))
}

// AvgPool1d is PyTorch's avg_pool1d: Mean of each window. Further arguments, by position or With:
// stride=None, padding=0, ceil_mode=False, count_include_pad=True.
func (x *Tensor) AvgPool1d(kernelSize []int64, args ...any) (*Tensor, error) {
	return opAvgPool1d.tensor(append([]any{x, kernelSize}, args...)...)
}

// AvgPool1d is Tensor.AvgPool1d; the scope keeps the error.
func (s *Scope) AvgPool1d(x *Tensor, kernelSize []int64, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.AvgPool1d(kernelSize, args...))
}

// AvgPool2d is PyTorch's avg_pool2d: Mean of each window. Further arguments, by position or With:
// stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None.
func (x *Tensor) AvgPool2d(kernelSize []int64, args ...any) (*Tensor, error) {
	return opAvgPool2d.tensor(append([]any{x, kernelSize}, args...)...)
}

// AvgPool2d is Tensor.AvgPool2d; the scope keeps the error.
func (s *Scope) AvgPool2d(x *Tensor, kernelSize []int64, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.AvgPool2d(kernelSize, args...))
}

// BatchNorm is PyTorch's batch_norm: Normalised over the batch, by channel. Further arguments, by
// position or With: weight=None, bias=None, training=False, momentum=0.1, eps=1e-05.
func (x *Tensor) BatchNorm(runningMean *Tensor, runningVar *Tensor, args ...any) (*Tensor, error) {
	return opBatchNorm.tensor(append([]any{x, runningMean, runningVar}, args...)...)
}

// BatchNorm is Tensor.BatchNorm; the scope keeps the error.
func (s *Scope) BatchNorm(x *Tensor, runningMean *Tensor, runningVar *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.BatchNorm(runningMean, runningVar, args...))
}

// LayerNorm is PyTorch's layer_norm: Normalised over the last dims. Further arguments, by position
// or With: weight=None, bias=None, eps=1e-05.
func (x *Tensor) LayerNorm(normalizedShape []int64, args ...any) (*Tensor, error) {
	return opLayerNorm.tensor(append([]any{x, normalizedShape}, args...)...)
}

// LayerNorm is Tensor.LayerNorm; the scope keeps the error.
func (s *Scope) LayerNorm(x *Tensor, normalizedShape []int64, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.LayerNorm(normalizedShape, args...))
}

// Embedding is PyTorch's embedding: Rows of a table by number. Further arguments, by position or
// With: padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False.
func (x *Tensor) Embedding(weight *Tensor, args ...any) (*Tensor, error) {
	return opEmbedding.tensor(append([]any{x, weight}, args...)...)
}

// Embedding is Tensor.Embedding; the scope keeps the error.
func (s *Scope) Embedding(x *Tensor, weight *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Embedding(weight, args...))
}

// Softmax is PyTorch's softmax: e^x over its sum along a dim. Further arguments, by position or
// With: dim=None, dtype=None.
func (x *Tensor) Softmax(args ...any) (*Tensor, error) {
	return opSoftmax.tensor(append([]any{x}, args...)...)
}

// Softmax is Tensor.Softmax; the scope keeps the error.
func (s *Scope) Softmax(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Softmax(args...))
}

// LogSoftmax is PyTorch's log_softmax: Log of softmax. Further arguments, by position or With:
// dim=None, dtype=None.
func (x *Tensor) LogSoftmax(args ...any) (*Tensor, error) {
	return opLogSoftmax.tensor(append([]any{x}, args...)...)
}

// LogSoftmax is Tensor.LogSoftmax; the scope keeps the error.
func (s *Scope) LogSoftmax(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.LogSoftmax(args...))
}

// Softmin is PyTorch's softmin: Softmax of -x. Further arguments, by position or With: dim=None,
// dtype=None.
func (x *Tensor) Softmin(args ...any) (*Tensor, error) {
	return opSoftmin.tensor(append([]any{x}, args...)...)
}

// Softmin is Tensor.Softmin; the scope keeps the error.
func (s *Scope) Softmin(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Softmin(args...))
}

// Dropout is PyTorch's dropout: Zeros at random, the rest scaled. Further arguments, by position
// or With: p=0.5, training=True, inplace=False.
func (x *Tensor) Dropout(args ...any) (*Tensor, error) {
	return opDropout.tensor(append([]any{x}, args...)...)
}

// Dropout is Tensor.Dropout; the scope keeps the error.
func (s *Scope) Dropout(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Dropout(args...))
}

// ScaledDotProductAttention is PyTorch's scaled_dot_product_attention: Values weighed by how keys
// fit queries. Further arguments, by position or With: attn_mask=None, dropout_p=0.0,
// is_causal=False, scale=None, enable_gqa=False.
func (x *Tensor) ScaledDotProductAttention(key *Tensor, value *Tensor, args ...any) (*Tensor, error) {
	return opScaledDotProductAttention.tensor(append([]any{x, key, value}, args...)...)
}

// ScaledDotProductAttention is Tensor.ScaledDotProductAttention; the scope keeps the error.
func (s *Scope) ScaledDotProductAttention(x *Tensor, key *Tensor, value *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.ScaledDotProductAttention(key, value, args...))
}

// Sum is PyTorch's sum: Sum. Further arguments, by position or With: dim=None, keepdim=False, With
// dtype=None.
func (x *Tensor) Sum(args ...any) (*Tensor, error) {
	return opSum.tensor(append([]any{x}, args...)...)
}

// Sum is Tensor.Sum; the scope keeps the error.
func (s *Scope) Sum(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Sum(args...))
}

// Nansum is PyTorch's nansum: sum, NaN as 0. Further arguments, by position or With: dim=None,
// keepdim=False, With dtype=None.
func (x *Tensor) Nansum(args ...any) (*Tensor, error) {
	return opNansum.tensor(append([]any{x}, args...)...)
}

// Nansum is Tensor.Nansum; the scope keeps the error.
func (s *Scope) Nansum(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Nansum(args...))
}

// Mean is PyTorch's mean: Mean. Further arguments, by position or With: dim=None, keepdim=False,
// With dtype=None.
func (x *Tensor) Mean(args ...any) (*Tensor, error) {
	return opMean.tensor(append([]any{x}, args...)...)
}

// Mean is Tensor.Mean; the scope keeps the error.
func (s *Scope) Mean(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Mean(args...))
}

// Nanmean is PyTorch's nanmean: mean, NaN left out. Further arguments, by position or With:
// dim=None, keepdim=False, With dtype=None.
func (x *Tensor) Nanmean(args ...any) (*Tensor, error) {
	return opNanmean.tensor(append([]any{x}, args...)...)
}

// Nanmean is Tensor.Nanmean; the scope keeps the error.
func (s *Scope) Nanmean(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Nanmean(args...))
}

// Prod is PyTorch's prod: Product. Further arguments, by position or With: dim=None,
// keepdim=False, With dtype=None.
func (x *Tensor) Prod(args ...any) (*Tensor, error) {
	return opProd.tensor(append([]any{x}, args...)...)
}

// Prod is Tensor.Prod; the scope keeps the error.
func (s *Scope) Prod(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Prod(args...))
}

// Amax is PyTorch's amax: Largest. Further arguments, by position or With: dim=(), keepdim=False.
func (x *Tensor) Amax(args ...any) (*Tensor, error) {
	return opAmax.tensor(append([]any{x}, args...)...)
}

// Amax is Tensor.Amax; the scope keeps the error.
func (s *Scope) Amax(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Amax(args...))
}

// Amin is PyTorch's amin: Smallest. Further arguments, by position or With: dim=(), keepdim=False.
func (x *Tensor) Amin(args ...any) (*Tensor, error) {
	return opAmin.tensor(append([]any{x}, args...)...)
}

// Amin is Tensor.Amin; the scope keeps the error.
func (s *Scope) Amin(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Amin(args...))
}

// Aminmax is PyTorch's aminmax: Smallest and largest. Further arguments, by position or With: With
// dim=None, With keepdim=False.
func (x *Tensor) Aminmax(args ...any) ([]*Tensor, error) {
	return opAminmax.tensors(append([]any{x}, args...)...)
}

// Aminmax is Tensor.Aminmax; the scope keeps the error.
func (s *Scope) Aminmax(x *Tensor, args ...any) []*Tensor {
	if s.failed() {
		return nil
	}
	return s.tensors(x.Aminmax(args...))
}

// Max is PyTorch's max: largest, along a dim with its index. Of all elements.
func (x *Tensor) Max() (*Tensor, error) {
	return opMax.one(x)
}

// Max is Tensor.Max; the scope keeps the error.
func (s *Scope) Max(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Max())
}

// MaxDim is PyTorch's max: largest, along a dim with its index. Along a dim: the values and their
// indices. Further arguments, by position or With: keepdim=False, other=None.
func (x *Tensor) MaxDim(dim int64, args ...any) ([]*Tensor, error) {
	return opMax.tensors(append([]any{x, dim}, args...)...)
}

// MaxDim is Tensor.MaxDim; the scope keeps the error.
func (s *Scope) MaxDim(x *Tensor, dim int64, args ...any) []*Tensor {
	if s.failed() {
		return nil
	}
	return s.tensors(x.MaxDim(dim, args...))
}

// Min is PyTorch's min: smallest, along a dim with its index. Of all elements.
func (x *Tensor) Min() (*Tensor, error) {
	return opMin.one(x)
}

// Min is Tensor.Min; the scope keeps the error.
func (s *Scope) Min(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Min())
}

// MinDim is PyTorch's min: smallest, along a dim with its index. Along a dim: the values and their
// indices. Further arguments, by position or With: keepdim=False, other=None.
func (x *Tensor) MinDim(dim int64, args ...any) ([]*Tensor, error) {
	return opMin.tensors(append([]any{x, dim}, args...)...)
}

// MinDim is Tensor.MinDim; the scope keeps the error.
func (s *Scope) MinDim(x *Tensor, dim int64, args ...any) []*Tensor {
	if s.failed() {
		return nil
	}
	return s.tensors(x.MinDim(dim, args...))
}

// ArgMax is PyTorch's argmax: Index of the largest. Further arguments, by position or With:
// dim=None, keepdim=False.
func (x *Tensor) ArgMax(args ...any) (*Tensor, error) {
	return opArgMax.tensor(append([]any{x}, args...)...)
}

// ArgMax is Tensor.ArgMax; the scope keeps the error.
func (s *Scope) ArgMax(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.ArgMax(args...))
}

// ArgMin is PyTorch's argmin: Index of the smallest. Further arguments, by position or With:
// dim=None, keepdim=False.
func (x *Tensor) ArgMin(args ...any) (*Tensor, error) {
	return opArgMin.tensor(append([]any{x}, args...)...)
}

// ArgMin is Tensor.ArgMin; the scope keeps the error.
func (s *Scope) ArgMin(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.ArgMin(args...))
}

// Any is PyTorch's any: Not all are zero. Further arguments, by position or With: dim=None,
// keepdim=False.
func (x *Tensor) Any(args ...any) (*Tensor, error) {
	return opAny.tensor(append([]any{x}, args...)...)
}

// Any is Tensor.Any; the scope keeps the error.
func (s *Scope) Any(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Any(args...))
}

// All is PyTorch's all: None is zero. Further arguments, by position or With: dim=None,
// keepdim=False.
func (x *Tensor) All(args ...any) (*Tensor, error) {
	return opAll.tensor(append([]any{x}, args...)...)
}

// All is Tensor.All; the scope keeps the error.
func (s *Scope) All(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.All(args...))
}

// CountNonzero is PyTorch's count_nonzero: How many are not zero. Further arguments, by position
// or With: dim=None.
func (x *Tensor) CountNonzero(args ...any) (*Tensor, error) {
	return opCountNonzero.tensor(append([]any{x}, args...)...)
}

// CountNonzero is Tensor.CountNonzero; the scope keeps the error.
func (s *Scope) CountNonzero(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.CountNonzero(args...))
}

// Var is PyTorch's var: Variance. Further arguments, by position or With: dim=None, unbiased=None,
// keepdim=False, With correction=None.
func (x *Tensor) Var(args ...any) (*Tensor, error) {
	return opVar.tensor(append([]any{x}, args...)...)
}

// Var is Tensor.Var; the scope keeps the error.
func (s *Scope) Var(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Var(args...))
}

// Std is PyTorch's std: Standard deviation. Further arguments, by position or With: dim=None,
// unbiased=None, keepdim=False, With correction=None.
func (x *Tensor) Std(args ...any) (*Tensor, error) {
	return opStd.tensor(append([]any{x}, args...)...)
}

// Std is Tensor.Std; the scope keeps the error.
func (s *Scope) Std(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Std(args...))
}

// VarMean is PyTorch's var_mean: Variance and mean. Further arguments, by position or With:
// dim=None, unbiased=None, keepdim=False, With correction=None.
func (x *Tensor) VarMean(args ...any) ([]*Tensor, error) {
	return opVarMean.tensors(append([]any{x}, args...)...)
}

// VarMean is Tensor.VarMean; the scope keeps the error.
func (s *Scope) VarMean(x *Tensor, args ...any) []*Tensor {
	if s.failed() {
		return nil
	}
	return s.tensors(x.VarMean(args...))
}

// StdMean is PyTorch's std_mean: Standard deviation and mean. Further arguments, by position or
// With: dim=None, unbiased=None, keepdim=False, With correction=None.
func (x *Tensor) StdMean(args ...any) ([]*Tensor, error) {
	return opStdMean.tensors(append([]any{x}, args...)...)
}

// StdMean is Tensor.StdMean; the scope keeps the error.
func (s *Scope) StdMean(x *Tensor, args ...any) []*Tensor {
	if s.failed() {
		return nil
	}
	return s.tensors(x.StdMean(args...))
}

// Norm is PyTorch's norm: p-norm. Further arguments, by position or With: p='fro', dim=None,
// keepdim=False, dtype=None.
func (x *Tensor) Norm(args ...any) (*Tensor, error) {
	return opNorm.tensor(append([]any{x}, args...)...)
}

// Norm is Tensor.Norm; the scope keeps the error.
func (s *Scope) Norm(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Norm(args...))
}

// LinalgVectorNorm is PyTorch's linalg.vector_norm: p-norm. Further arguments, by position or
// With: ord=2, dim=None, keepdim=False, With dtype=None.
func (x *Tensor) LinalgVectorNorm(args ...any) (*Tensor, error) {
	return opLinalgVectorNorm.tensor(append([]any{x}, args...)...)
}

// LinalgVectorNorm is Tensor.LinalgVectorNorm; the scope keeps the error.
func (s *Scope) LinalgVectorNorm(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.LinalgVectorNorm(args...))
}

// Logsumexp is PyTorch's logsumexp: Log of the sum of e^x. Further arguments, by position or With:
// keepdim=False.
func (x *Tensor) Logsumexp(dim []int64, args ...any) (*Tensor, error) {
	return opLogsumexp.tensor(append([]any{x, dim}, args...)...)
}

// Logsumexp is Tensor.Logsumexp; the scope keeps the error.
func (s *Scope) Logsumexp(x *Tensor, dim []int64, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Logsumexp(dim, args...))
}

// Median is PyTorch's median: The lower median. Of all elements.
func (x *Tensor) Median() (*Tensor, error) {
	return opMedian.one(x)
}

// Median is Tensor.Median; the scope keeps the error.
func (s *Scope) Median(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Median())
}

// MedianDim is PyTorch's median: The lower median. Along a dim: the values and their indices.
// Further arguments, by position or With: keepdim=False.
func (x *Tensor) MedianDim(dim int64, args ...any) ([]*Tensor, error) {
	return opMedian.tensors(append([]any{x, dim}, args...)...)
}

// MedianDim is Tensor.MedianDim; the scope keeps the error.
func (s *Scope) MedianDim(x *Tensor, dim int64, args ...any) []*Tensor {
	if s.failed() {
		return nil
	}
	return s.tensors(x.MedianDim(dim, args...))
}

// Cumsum is PyTorch's cumsum: Running sums. Further arguments, by position or With: With
// dtype=None.
func (x *Tensor) Cumsum(dim int64, args ...any) (*Tensor, error) {
	return opCumsum.tensor(append([]any{x, dim}, args...)...)
}

// Cumsum is Tensor.Cumsum; the scope keeps the error.
func (s *Scope) Cumsum(x *Tensor, dim int64, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Cumsum(dim, args...))
}

// Cumprod is PyTorch's cumprod: Running products. Further arguments, by position or With: With
// dtype=None.
func (x *Tensor) Cumprod(dim int64, args ...any) (*Tensor, error) {
	return opCumprod.tensor(append([]any{x, dim}, args...)...)
}

// Cumprod is Tensor.Cumprod; the scope keeps the error.
func (s *Scope) Cumprod(x *Tensor, dim int64, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Cumprod(dim, args...))
}

// Logcumsumexp is PyTorch's logcumsumexp: Log of running sums of e^x.
func (x *Tensor) Logcumsumexp(dim int64) (*Tensor, error) {
	return opLogcumsumexp.tensor(x, dim)
}

// Logcumsumexp is Tensor.Logcumsumexp; the scope keeps the error.
func (s *Scope) Logcumsumexp(x *Tensor, dim int64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Logcumsumexp(dim))
}

// Cummax is PyTorch's cummax: Running largest and its index.
func (x *Tensor) Cummax(dim int64) ([]*Tensor, error) {
	return opCummax.tensors(x, dim)
}

// Cummax is Tensor.Cummax; the scope keeps the error.
func (s *Scope) Cummax(x *Tensor, dim int64) []*Tensor {
	if s.failed() {
		return nil
	}
	return s.tensors(x.Cummax(dim))
}

// Cummin is PyTorch's cummin: Running smallest and its index.
func (x *Tensor) Cummin(dim int64) ([]*Tensor, error) {
	return opCummin.tensors(x, dim)
}

// Cummin is Tensor.Cummin; the scope keeps the error.
func (s *Scope) Cummin(x *Tensor, dim int64) []*Tensor {
	if s.failed() {
		return nil
	}
	return s.tensors(x.Cummin(dim))
}

// SumToSize is PyTorch's sum_to_size: Summed to that shape.
func (x *Tensor) SumToSize(size ...int64) (*Tensor, error) {
	return opSumToSize.tensor(x, size)
}

// SumToSize is Tensor.SumToSize; the scope keeps the error.
func (s *Scope) SumToSize(x *Tensor, size ...int64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.SumToSize(size...))
}

// Where is PyTorch's where: Input where the condition holds, else other. Further arguments, by
// position or With: input=None, other=None.
func (x *Tensor) Where(args ...any) (*Tensor, error) {
	return opWhere.tensor(append([]any{x}, args...)...)
}

// Where is Tensor.Where; the scope keeps the error.
func (s *Scope) Where(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Where(args...))
}

// Clamp is PyTorch's clamp: Limited to [min, max]. Further arguments, by position or With:
// min=None, max=None.
func (x *Tensor) Clamp(args ...any) (*Tensor, error) {
	return opClamp.tensor(append([]any{x}, args...)...)
}

// Clamp is Tensor.Clamp; the scope keeps the error.
func (s *Scope) Clamp(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Clamp(args...))
}

// Clip is PyTorch's clip: Clamp. Further arguments, by position or With: min=None, max=None.
func (x *Tensor) Clip(args ...any) (*Tensor, error) {
	return opClip.tensor(append([]any{x}, args...)...)
}

// Clip is Tensor.Clip; the scope keeps the error.
func (s *Scope) Clip(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Clip(args...))
}

// ClampInPlace is PyTorch's clamp_: Clamp in place. It writes the tensor and gives it. Further
// arguments, by position or With: min=None, max=None.
func (x *Tensor) ClampInPlace(args ...any) (*Tensor, error) {
	return opClampInPlace.tensor(append([]any{x}, args...)...)
}

// ClampInPlace is Tensor.ClampInPlace; the scope keeps the error.
func (s *Scope) ClampInPlace(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.ClampInPlace(args...))
}

// ClampMin is PyTorch's clamp_min: Not below min.
func (x *Tensor) ClampMin(min any) (*Tensor, error) {
	return opClampMin.tensor(x, min)
}

// ClampMin is Tensor.ClampMin; the scope keeps the error.
func (s *Scope) ClampMin(x *Tensor, min any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.ClampMin(min))
}

// ClampMax is PyTorch's clamp_max: Not above max.
func (x *Tensor) ClampMax(max any) (*Tensor, error) {
	return opClampMax.tensor(x, max)
}

// ClampMax is Tensor.ClampMax; the scope keeps the error.
func (s *Scope) ClampMax(x *Tensor, max any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.ClampMax(max))
}

// Lerp is PyTorch's lerp: Input + weight * (end - input).
func (x *Tensor) Lerp(end *Tensor, weight any) (*Tensor, error) {
	return opLerp.tensor(x, end, weight)
}

// Lerp is Tensor.Lerp; the scope keeps the error.
func (s *Scope) Lerp(x *Tensor, end *Tensor, weight any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Lerp(end, weight))
}

// LerpInPlace is PyTorch's lerp_: Lerp in place. It writes the tensor and gives it.
func (x *Tensor) LerpInPlace(end *Tensor, weight any) (*Tensor, error) {
	return opLerpInPlace.tensor(x, end, weight)
}

// LerpInPlace is Tensor.LerpInPlace; the scope keeps the error.
func (s *Scope) LerpInPlace(x *Tensor, end *Tensor, weight any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.LerpInPlace(end, weight))
}

// Addcmul is PyTorch's addcmul: Input + value * tensor1 * tensor2. Further arguments, by position
// or With: With value=1.
func (x *Tensor) Addcmul(tensor1 *Tensor, tensor2 *Tensor, args ...any) (*Tensor, error) {
	return opAddcmul.tensor(append([]any{x, tensor1, tensor2}, args...)...)
}

// Addcmul is Tensor.Addcmul; the scope keeps the error.
func (s *Scope) Addcmul(x *Tensor, tensor1 *Tensor, tensor2 *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Addcmul(tensor1, tensor2, args...))
}

// AddcmulInPlace is PyTorch's addcmul_: Addcmul in place. It writes the tensor and gives it.
// Further arguments, by position or With: With value=1.
func (x *Tensor) AddcmulInPlace(tensor1 *Tensor, tensor2 *Tensor, args ...any) (*Tensor, error) {
	return opAddcmulInPlace.tensor(append([]any{x, tensor1, tensor2}, args...)...)
}

// AddcmulInPlace is Tensor.AddcmulInPlace; the scope keeps the error.
func (s *Scope) AddcmulInPlace(x *Tensor, tensor1 *Tensor, tensor2 *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.AddcmulInPlace(tensor1, tensor2, args...))
}

// Addcdiv is PyTorch's addcdiv: Input + value * tensor1 / tensor2. Further arguments, by position
// or With: With value=1.
func (x *Tensor) Addcdiv(tensor1 *Tensor, tensor2 *Tensor, args ...any) (*Tensor, error) {
	return opAddcdiv.tensor(append([]any{x, tensor1, tensor2}, args...)...)
}

// Addcdiv is Tensor.Addcdiv; the scope keeps the error.
func (s *Scope) Addcdiv(x *Tensor, tensor1 *Tensor, tensor2 *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Addcdiv(tensor1, tensor2, args...))
}

// AddcdivInPlace is PyTorch's addcdiv_: Addcdiv in place. It writes the tensor and gives it.
// Further arguments, by position or With: With value=1.
func (x *Tensor) AddcdivInPlace(tensor1 *Tensor, tensor2 *Tensor, args ...any) (*Tensor, error) {
	return opAddcdivInPlace.tensor(append([]any{x, tensor1, tensor2}, args...)...)
}

// AddcdivInPlace is Tensor.AddcdivInPlace; the scope keeps the error.
func (s *Scope) AddcdivInPlace(x *Tensor, tensor1 *Tensor, tensor2 *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.AddcdivInPlace(tensor1, tensor2, args...))
}

// NanToNum is PyTorch's nan_to_num: NaN and infinities replaced. Further arguments, by position or
// With: nan=None, posinf=None, neginf=None.
func (x *Tensor) NanToNum(args ...any) (*Tensor, error) {
	return opNanToNum.tensor(append([]any{x}, args...)...)
}

// NanToNum is Tensor.NanToNum; the scope keeps the error.
func (s *Scope) NanToNum(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.NanToNum(args...))
}

// Logit is PyTorch's logit: log(x / (1 - x)). Further arguments, by position or With: eps=None.
func (x *Tensor) Logit(args ...any) (*Tensor, error) {
	return opLogit.tensor(append([]any{x}, args...)...)
}

// Logit is Tensor.Logit; the scope keeps the error.
func (s *Scope) Logit(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Logit(args...))
}

// Round is PyTorch's round: Nearest number of so many decimals, halves to even. Further arguments,
// by position or With: With decimals=0.
func (x *Tensor) Round(args ...any) (*Tensor, error) {
	return opRound.tensor(append([]any{x}, args...)...)
}

// Round is Tensor.Round; the scope keeps the error.
func (s *Scope) Round(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Round(args...))
}

// RoundInPlace is PyTorch's round_: Round in place. It writes the tensor and gives it. Further
// arguments, by position or With: With decimals=0.
func (x *Tensor) RoundInPlace(args ...any) (*Tensor, error) {
	return opRoundInPlace.tensor(append([]any{x}, args...)...)
}

// RoundInPlace is Tensor.RoundInPlace; the scope keeps the error.
func (s *Scope) RoundInPlace(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.RoundInPlace(args...))
}

// Abs is PyTorch's abs: |x|.
func (x *Tensor) Abs() (*Tensor, error) {
	return opAbs.one(x)
}

// Abs is Tensor.Abs; the scope keeps the error.
func (s *Scope) Abs(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Abs())
}

// Neg is PyTorch's neg: -x.
func (x *Tensor) Neg() (*Tensor, error) {
	return opNeg.one(x)
}

// Neg is Tensor.Neg; the scope keeps the error.
func (s *Scope) Neg(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Neg())
}

// Sign is PyTorch's sign: -1, 0 or 1.
func (x *Tensor) Sign() (*Tensor, error) {
	return opSign.one(x)
}

// Sign is Tensor.Sign; the scope keeps the error.
func (s *Scope) Sign(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Sign())
}

// Sgn is PyTorch's sgn: -1, 0 or 1.
func (x *Tensor) Sgn() (*Tensor, error) {
	return opSgn.one(x)
}

// Sgn is Tensor.Sgn; the scope keeps the error.
func (s *Scope) Sgn(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Sgn())
}

// Sqrt is PyTorch's sqrt: Square root.
func (x *Tensor) Sqrt() (*Tensor, error) {
	return opSqrt.one(x)
}

// Sqrt is Tensor.Sqrt; the scope keeps the error.
func (s *Scope) Sqrt(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Sqrt())
}

// Rsqrt is PyTorch's rsqrt: 1 / sqrt(x).
func (x *Tensor) Rsqrt() (*Tensor, error) {
	return opRsqrt.one(x)
}

// Rsqrt is Tensor.Rsqrt; the scope keeps the error.
func (s *Scope) Rsqrt(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Rsqrt())
}

// Reciprocal is PyTorch's reciprocal: 1 / x.
func (x *Tensor) Reciprocal() (*Tensor, error) {
	return opReciprocal.one(x)
}

// Reciprocal is Tensor.Reciprocal; the scope keeps the error.
func (s *Scope) Reciprocal(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Reciprocal())
}

// Exp is PyTorch's exp: e^x.
func (x *Tensor) Exp() (*Tensor, error) {
	return opExp.one(x)
}

// Exp is Tensor.Exp; the scope keeps the error.
func (s *Scope) Exp(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Exp())
}

// Exp2 is PyTorch's exp2: 2^x.
func (x *Tensor) Exp2() (*Tensor, error) {
	return opExp2.one(x)
}

// Exp2 is Tensor.Exp2; the scope keeps the error.
func (s *Scope) Exp2(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Exp2())
}

// Expm1 is PyTorch's expm1: e^x - 1.
func (x *Tensor) Expm1() (*Tensor, error) {
	return opExpm1.one(x)
}

// Expm1 is Tensor.Expm1; the scope keeps the error.
func (s *Scope) Expm1(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Expm1())
}

// Log is PyTorch's log: Natural logarithm.
func (x *Tensor) Log() (*Tensor, error) {
	return opLog.one(x)
}

// Log is Tensor.Log; the scope keeps the error.
func (s *Scope) Log(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Log())
}

// Log2 is PyTorch's log2: Logarithm to base 2.
func (x *Tensor) Log2() (*Tensor, error) {
	return opLog2.one(x)
}

// Log2 is Tensor.Log2; the scope keeps the error.
func (s *Scope) Log2(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Log2())
}

// Log10 is PyTorch's log10: Logarithm to base 10.
func (x *Tensor) Log10() (*Tensor, error) {
	return opLog10.one(x)
}

// Log10 is Tensor.Log10; the scope keeps the error.
func (s *Scope) Log10(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Log10())
}

// Log1p is PyTorch's log1p: log(1 + x).
func (x *Tensor) Log1p() (*Tensor, error) {
	return opLog1p.one(x)
}

// Log1p is Tensor.Log1p; the scope keeps the error.
func (s *Scope) Log1p(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Log1p())
}

// Sin is PyTorch's sin: Sine.
func (x *Tensor) Sin() (*Tensor, error) {
	return opSin.one(x)
}

// Sin is Tensor.Sin; the scope keeps the error.
func (s *Scope) Sin(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Sin())
}

// Cos is PyTorch's cos: Cosine.
func (x *Tensor) Cos() (*Tensor, error) {
	return opCos.one(x)
}

// Cos is Tensor.Cos; the scope keeps the error.
func (s *Scope) Cos(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Cos())
}

// Tan is PyTorch's tan: Tangent.
func (x *Tensor) Tan() (*Tensor, error) {
	return opTan.one(x)
}

// Tan is Tensor.Tan; the scope keeps the error.
func (s *Scope) Tan(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Tan())
}

// Asin is PyTorch's asin: Arc sine.
func (x *Tensor) Asin() (*Tensor, error) {
	return opAsin.one(x)
}

// Asin is Tensor.Asin; the scope keeps the error.
func (s *Scope) Asin(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Asin())
}

// Acos is PyTorch's acos: Arc cosine.
func (x *Tensor) Acos() (*Tensor, error) {
	return opAcos.one(x)
}

// Acos is Tensor.Acos; the scope keeps the error.
func (s *Scope) Acos(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Acos())
}

// Atan is PyTorch's atan: Arc tangent.
func (x *Tensor) Atan() (*Tensor, error) {
	return opAtan.one(x)
}

// Atan is Tensor.Atan; the scope keeps the error.
func (s *Scope) Atan(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Atan())
}

// Sinh is PyTorch's sinh: Hyperbolic sine.
func (x *Tensor) Sinh() (*Tensor, error) {
	return opSinh.one(x)
}

// Sinh is Tensor.Sinh; the scope keeps the error.
func (s *Scope) Sinh(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Sinh())
}

// Cosh is PyTorch's cosh: Hyperbolic cosine.
func (x *Tensor) Cosh() (*Tensor, error) {
	return opCosh.one(x)
}

// Cosh is Tensor.Cosh; the scope keeps the error.
func (s *Scope) Cosh(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Cosh())
}

// Tanh is PyTorch's tanh: Hyperbolic tangent.
func (x *Tensor) Tanh() (*Tensor, error) {
	return opTanh.one(x)
}

// Tanh is Tensor.Tanh; the scope keeps the error.
func (s *Scope) Tanh(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Tanh())
}

// Asinh is PyTorch's asinh: Inverse hyperbolic sine.
func (x *Tensor) Asinh() (*Tensor, error) {
	return opAsinh.one(x)
}

// Asinh is Tensor.Asinh; the scope keeps the error.
func (s *Scope) Asinh(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Asinh())
}

// Acosh is PyTorch's acosh: Inverse hyperbolic cosine.
func (x *Tensor) Acosh() (*Tensor, error) {
	return opAcosh.one(x)
}

// Acosh is Tensor.Acosh; the scope keeps the error.
func (s *Scope) Acosh(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Acosh())
}

// Atanh is PyTorch's atanh: Inverse hyperbolic tangent.
func (x *Tensor) Atanh() (*Tensor, error) {
	return opAtanh.one(x)
}

// Atanh is Tensor.Atanh; the scope keeps the error.
func (s *Scope) Atanh(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Atanh())
}

// Sigmoid is PyTorch's sigmoid: 1 / (1 + e^-x).
func (x *Tensor) Sigmoid() (*Tensor, error) {
	return opSigmoid.one(x)
}

// Sigmoid is Tensor.Sigmoid; the scope keeps the error.
func (s *Scope) Sigmoid(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Sigmoid())
}

// Floor is PyTorch's floor: Whole number below.
func (x *Tensor) Floor() (*Tensor, error) {
	return opFloor.one(x)
}

// Floor is Tensor.Floor; the scope keeps the error.
func (s *Scope) Floor(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Floor())
}

// Ceil is PyTorch's ceil: Whole number above.
func (x *Tensor) Ceil() (*Tensor, error) {
	return opCeil.one(x)
}

// Ceil is Tensor.Ceil; the scope keeps the error.
func (s *Scope) Ceil(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Ceil())
}

// Trunc is PyTorch's trunc: Whole number towards 0.
func (x *Tensor) Trunc() (*Tensor, error) {
	return opTrunc.one(x)
}

// Trunc is Tensor.Trunc; the scope keeps the error.
func (s *Scope) Trunc(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Trunc())
}

// Frac is PyTorch's frac: x - trunc(x).
func (x *Tensor) Frac() (*Tensor, error) {
	return opFrac.one(x)
}

// Frac is Tensor.Frac; the scope keeps the error.
func (s *Scope) Frac(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Frac())
}

// Erf is PyTorch's erf: Error function.
func (x *Tensor) Erf() (*Tensor, error) {
	return opErf.one(x)
}

// Erf is Tensor.Erf; the scope keeps the error.
func (s *Scope) Erf(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Erf())
}

// Erfc is PyTorch's erfc: 1 - erf(x).
func (x *Tensor) Erfc() (*Tensor, error) {
	return opErfc.one(x)
}

// Erfc is Tensor.Erfc; the scope keeps the error.
func (s *Scope) Erfc(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Erfc())
}

// Erfinv is PyTorch's erfinv: Inverse error function.
func (x *Tensor) Erfinv() (*Tensor, error) {
	return opErfinv.one(x)
}

// Erfinv is Tensor.Erfinv; the scope keeps the error.
func (s *Scope) Erfinv(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Erfinv())
}

// Lgamma is PyTorch's lgamma: Log |gamma(x)|.
func (x *Tensor) Lgamma() (*Tensor, error) {
	return opLgamma.one(x)
}

// Lgamma is Tensor.Lgamma; the scope keeps the error.
func (s *Scope) Lgamma(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Lgamma())
}

// Digamma is PyTorch's digamma: Derivative of lgamma.
func (x *Tensor) Digamma() (*Tensor, error) {
	return opDigamma.one(x)
}

// Digamma is Tensor.Digamma; the scope keeps the error.
func (s *Scope) Digamma(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Digamma())
}

// Deg2rad is PyTorch's deg2rad: Degrees to radians.
func (x *Tensor) Deg2rad() (*Tensor, error) {
	return opDeg2rad.one(x)
}

// Deg2rad is Tensor.Deg2rad; the scope keeps the error.
func (s *Scope) Deg2rad(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Deg2rad())
}

// Rad2deg is PyTorch's rad2deg: Radians to degrees.
func (x *Tensor) Rad2deg() (*Tensor, error) {
	return opRad2deg.one(x)
}

// Rad2deg is Tensor.Rad2deg; the scope keeps the error.
func (s *Scope) Rad2deg(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Rad2deg())
}

// BitwiseNot is PyTorch's bitwise_not: ~x.
func (x *Tensor) BitwiseNot() (*Tensor, error) {
	return opBitwiseNot.one(x)
}

// BitwiseNot is Tensor.BitwiseNot; the scope keeps the error.
func (s *Scope) BitwiseNot(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.BitwiseNot())
}

// LogicalNot is PyTorch's logical_not: x == 0.
func (x *Tensor) LogicalNot() (*Tensor, error) {
	return opLogicalNot.one(x)
}

// LogicalNot is Tensor.LogicalNot; the scope keeps the error.
func (s *Scope) LogicalNot(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.LogicalNot())
}

// Relu is PyTorch's relu: max(x, 0). Further arguments, by position or With: inplace=False.
func (x *Tensor) Relu(args ...any) (*Tensor, error) {
	return opRelu.tensor(append([]any{x}, args...)...)
}

// Relu is Tensor.Relu; the scope keeps the error.
func (s *Scope) Relu(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Relu(args...))
}

// Relu6 is PyTorch's relu6: min(max(x, 0), 6). Further arguments, by position or With:
// inplace=False.
func (x *Tensor) Relu6(args ...any) (*Tensor, error) {
	return opRelu6.tensor(append([]any{x}, args...)...)
}

// Relu6 is Tensor.Relu6; the scope keeps the error.
func (s *Scope) Relu6(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Relu6(args...))
}

// Silu is PyTorch's silu: x * sigmoid(x). Further arguments, by position or With: inplace=False.
func (x *Tensor) Silu(args ...any) (*Tensor, error) {
	return opSilu.tensor(append([]any{x}, args...)...)
}

// Silu is Tensor.Silu; the scope keeps the error.
func (s *Scope) Silu(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Silu(args...))
}

// Mish is PyTorch's mish: x * tanh(softplus(x)). Further arguments, by position or With:
// inplace=False.
func (x *Tensor) Mish(args ...any) (*Tensor, error) {
	return opMish.tensor(append([]any{x}, args...)...)
}

// Mish is Tensor.Mish; the scope keeps the error.
func (s *Scope) Mish(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Mish(args...))
}

// Selu is PyTorch's selu: Scaled ELU. Further arguments, by position or With: inplace=False.
func (x *Tensor) Selu(args ...any) (*Tensor, error) {
	return opSelu.tensor(append([]any{x}, args...)...)
}

// Selu is Tensor.Selu; the scope keeps the error.
func (s *Scope) Selu(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Selu(args...))
}

// Hardsigmoid is PyTorch's hardsigmoid: min(max(x + 3, 0), 6) / 6. Further arguments, by position
// or With: inplace=False.
func (x *Tensor) Hardsigmoid(args ...any) (*Tensor, error) {
	return opHardsigmoid.tensor(append([]any{x}, args...)...)
}

// Hardsigmoid is Tensor.Hardsigmoid; the scope keeps the error.
func (s *Scope) Hardsigmoid(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Hardsigmoid(args...))
}

// Hardswish is PyTorch's hardswish: x * hardsigmoid(x). Further arguments, by position or With:
// inplace=False.
func (x *Tensor) Hardswish(args ...any) (*Tensor, error) {
	return opHardswish.tensor(append([]any{x}, args...)...)
}

// Hardswish is Tensor.Hardswish; the scope keeps the error.
func (s *Scope) Hardswish(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Hardswish(args...))
}

// Square is PyTorch's square: x^2.
func (x *Tensor) Square() (*Tensor, error) {
	return opSquare.one(x)
}

// Square is Tensor.Square; the scope keeps the error.
func (s *Scope) Square(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Square())
}

// Positive is PyTorch's positive: x.
func (x *Tensor) Positive() (*Tensor, error) {
	return opPositive.one(x)
}

// Positive is Tensor.Positive; the scope keeps the error.
func (s *Scope) Positive(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Positive())
}

// Signbit is PyTorch's signbit: x < 0, counting -0.
func (x *Tensor) Signbit() (*Tensor, error) {
	return opSignbit.one(x)
}

// Signbit is Tensor.Signbit; the scope keeps the error.
func (s *Scope) Signbit(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Signbit())
}

// Isnan is PyTorch's isnan: x is NaN.
func (x *Tensor) Isnan() (*Tensor, error) {
	return opIsnan.one(x)
}

// Isnan is Tensor.Isnan; the scope keeps the error.
func (s *Scope) Isnan(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Isnan())
}

// Isinf is PyTorch's isinf: x is infinite.
func (x *Tensor) Isinf() (*Tensor, error) {
	return opIsinf.one(x)
}

// Isinf is Tensor.Isinf; the scope keeps the error.
func (s *Scope) Isinf(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Isinf())
}

// Isfinite is PyTorch's isfinite: x is finite.
func (x *Tensor) Isfinite() (*Tensor, error) {
	return opIsfinite.one(x)
}

// Isfinite is Tensor.Isfinite; the scope keeps the error.
func (s *Scope) Isfinite(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Isfinite())
}

// Isposinf is PyTorch's isposinf: x is +inf.
func (x *Tensor) Isposinf() (*Tensor, error) {
	return opIsposinf.one(x)
}

// Isposinf is Tensor.Isposinf; the scope keeps the error.
func (s *Scope) Isposinf(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Isposinf())
}

// Isneginf is PyTorch's isneginf: x is -inf.
func (x *Tensor) Isneginf() (*Tensor, error) {
	return opIsneginf.one(x)
}

// Isneginf is Tensor.Isneginf; the scope keeps the error.
func (s *Scope) Isneginf(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Isneginf())
}

// Softsign is PyTorch's softsign: x / (1 + |x|).
func (x *Tensor) Softsign() (*Tensor, error) {
	return opSoftsign.one(x)
}

// Softsign is Tensor.Softsign; the scope keeps the error.
func (s *Scope) Softsign(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Softsign())
}

// Tanhshrink is PyTorch's tanhshrink: x - tanh(x).
func (x *Tensor) Tanhshrink() (*Tensor, error) {
	return opTanhshrink.one(x)
}

// Tanhshrink is Tensor.Tanhshrink; the scope keeps the error.
func (s *Scope) Tanhshrink(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Tanhshrink())
}

// Logsigmoid is PyTorch's logsigmoid: log(sigmoid(x)).
func (x *Tensor) Logsigmoid() (*Tensor, error) {
	return opLogsigmoid.one(x)
}

// Logsigmoid is Tensor.Logsigmoid; the scope keeps the error.
func (s *Scope) Logsigmoid(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Logsigmoid())
}

// AbsInPlace is PyTorch's abs_: |x|. It writes the tensor and gives it.
func (x *Tensor) AbsInPlace() (*Tensor, error) {
	return opAbsInPlace.one(x)
}

// AbsInPlace is Tensor.AbsInPlace; the scope keeps the error.
func (s *Scope) AbsInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.AbsInPlace())
}

// NegInPlace is PyTorch's neg_: -x. It writes the tensor and gives it.
func (x *Tensor) NegInPlace() (*Tensor, error) {
	return opNegInPlace.one(x)
}

// NegInPlace is Tensor.NegInPlace; the scope keeps the error.
func (s *Scope) NegInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.NegInPlace())
}

// SignInPlace is PyTorch's sign_: -1, 0 or 1. It writes the tensor and gives it.
func (x *Tensor) SignInPlace() (*Tensor, error) {
	return opSignInPlace.one(x)
}

// SignInPlace is Tensor.SignInPlace; the scope keeps the error.
func (s *Scope) SignInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.SignInPlace())
}

// SgnInPlace is PyTorch's sgn_: -1, 0 or 1. It writes the tensor and gives it.
func (x *Tensor) SgnInPlace() (*Tensor, error) {
	return opSgnInPlace.one(x)
}

// SgnInPlace is Tensor.SgnInPlace; the scope keeps the error.
func (s *Scope) SgnInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.SgnInPlace())
}

// SqrtInPlace is PyTorch's sqrt_: Square root. It writes the tensor and gives it.
func (x *Tensor) SqrtInPlace() (*Tensor, error) {
	return opSqrtInPlace.one(x)
}

// SqrtInPlace is Tensor.SqrtInPlace; the scope keeps the error.
func (s *Scope) SqrtInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.SqrtInPlace())
}

// RsqrtInPlace is PyTorch's rsqrt_: 1 / sqrt(x). It writes the tensor and gives it.
func (x *Tensor) RsqrtInPlace() (*Tensor, error) {
	return opRsqrtInPlace.one(x)
}

// RsqrtInPlace is Tensor.RsqrtInPlace; the scope keeps the error.
func (s *Scope) RsqrtInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.RsqrtInPlace())
}

// ReciprocalInPlace is PyTorch's reciprocal_: 1 / x. It writes the tensor and gives it.
func (x *Tensor) ReciprocalInPlace() (*Tensor, error) {
	return opReciprocalInPlace.one(x)
}

// ReciprocalInPlace is Tensor.ReciprocalInPlace; the scope keeps the error.
func (s *Scope) ReciprocalInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.ReciprocalInPlace())
}

// ExpInPlace is PyTorch's exp_: e^x. It writes the tensor and gives it.
func (x *Tensor) ExpInPlace() (*Tensor, error) {
	return opExpInPlace.one(x)
}

// ExpInPlace is Tensor.ExpInPlace; the scope keeps the error.
func (s *Scope) ExpInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.ExpInPlace())
}

// Exp2InPlace is PyTorch's exp2_: 2^x. It writes the tensor and gives it.
func (x *Tensor) Exp2InPlace() (*Tensor, error) {
	return opExp2InPlace.one(x)
}

// Exp2InPlace is Tensor.Exp2InPlace; the scope keeps the error.
func (s *Scope) Exp2InPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Exp2InPlace())
}

// Expm1InPlace is PyTorch's expm1_: e^x - 1. It writes the tensor and gives it.
func (x *Tensor) Expm1InPlace() (*Tensor, error) {
	return opExpm1InPlace.one(x)
}

// Expm1InPlace is Tensor.Expm1InPlace; the scope keeps the error.
func (s *Scope) Expm1InPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Expm1InPlace())
}

// LogInPlace is PyTorch's log_: Natural logarithm. It writes the tensor and gives it.
func (x *Tensor) LogInPlace() (*Tensor, error) {
	return opLogInPlace.one(x)
}

// LogInPlace is Tensor.LogInPlace; the scope keeps the error.
func (s *Scope) LogInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.LogInPlace())
}

// Log2InPlace is PyTorch's log2_: Logarithm to base 2. It writes the tensor and gives it.
func (x *Tensor) Log2InPlace() (*Tensor, error) {
	return opLog2InPlace.one(x)
}

// Log2InPlace is Tensor.Log2InPlace; the scope keeps the error.
func (s *Scope) Log2InPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Log2InPlace())
}

// Log10InPlace is PyTorch's log10_: Logarithm to base 10. It writes the tensor and gives it.
func (x *Tensor) Log10InPlace() (*Tensor, error) {
	return opLog10InPlace.one(x)
}

// Log10InPlace is Tensor.Log10InPlace; the scope keeps the error.
func (s *Scope) Log10InPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Log10InPlace())
}

// Log1pInPlace is PyTorch's log1p_: log(1 + x). It writes the tensor and gives it.
func (x *Tensor) Log1pInPlace() (*Tensor, error) {
	return opLog1pInPlace.one(x)
}

// Log1pInPlace is Tensor.Log1pInPlace; the scope keeps the error.
func (s *Scope) Log1pInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Log1pInPlace())
}

// SinInPlace is PyTorch's sin_: Sine. It writes the tensor and gives it.
func (x *Tensor) SinInPlace() (*Tensor, error) {
	return opSinInPlace.one(x)
}

// SinInPlace is Tensor.SinInPlace; the scope keeps the error.
func (s *Scope) SinInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.SinInPlace())
}

// CosInPlace is PyTorch's cos_: Cosine. It writes the tensor and gives it.
func (x *Tensor) CosInPlace() (*Tensor, error) {
	return opCosInPlace.one(x)
}

// CosInPlace is Tensor.CosInPlace; the scope keeps the error.
func (s *Scope) CosInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.CosInPlace())
}

// TanInPlace is PyTorch's tan_: Tangent. It writes the tensor and gives it.
func (x *Tensor) TanInPlace() (*Tensor, error) {
	return opTanInPlace.one(x)
}

// TanInPlace is Tensor.TanInPlace; the scope keeps the error.
func (s *Scope) TanInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.TanInPlace())
}

// AsinInPlace is PyTorch's asin_: Arc sine. It writes the tensor and gives it.
func (x *Tensor) AsinInPlace() (*Tensor, error) {
	return opAsinInPlace.one(x)
}

// AsinInPlace is Tensor.AsinInPlace; the scope keeps the error.
func (s *Scope) AsinInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.AsinInPlace())
}

// AcosInPlace is PyTorch's acos_: Arc cosine. It writes the tensor and gives it.
func (x *Tensor) AcosInPlace() (*Tensor, error) {
	return opAcosInPlace.one(x)
}

// AcosInPlace is Tensor.AcosInPlace; the scope keeps the error.
func (s *Scope) AcosInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.AcosInPlace())
}

// AtanInPlace is PyTorch's atan_: Arc tangent. It writes the tensor and gives it.
func (x *Tensor) AtanInPlace() (*Tensor, error) {
	return opAtanInPlace.one(x)
}

// AtanInPlace is Tensor.AtanInPlace; the scope keeps the error.
func (s *Scope) AtanInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.AtanInPlace())
}

// SinhInPlace is PyTorch's sinh_: Hyperbolic sine. It writes the tensor and gives it.
func (x *Tensor) SinhInPlace() (*Tensor, error) {
	return opSinhInPlace.one(x)
}

// SinhInPlace is Tensor.SinhInPlace; the scope keeps the error.
func (s *Scope) SinhInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.SinhInPlace())
}

// CoshInPlace is PyTorch's cosh_: Hyperbolic cosine. It writes the tensor and gives it.
func (x *Tensor) CoshInPlace() (*Tensor, error) {
	return opCoshInPlace.one(x)
}

// CoshInPlace is Tensor.CoshInPlace; the scope keeps the error.
func (s *Scope) CoshInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.CoshInPlace())
}

// TanhInPlace is PyTorch's tanh_: Hyperbolic tangent. It writes the tensor and gives it.
func (x *Tensor) TanhInPlace() (*Tensor, error) {
	return opTanhInPlace.one(x)
}

// TanhInPlace is Tensor.TanhInPlace; the scope keeps the error.
func (s *Scope) TanhInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.TanhInPlace())
}

// AsinhInPlace is PyTorch's asinh_: Inverse hyperbolic sine. It writes the tensor and gives it.
func (x *Tensor) AsinhInPlace() (*Tensor, error) {
	return opAsinhInPlace.one(x)
}

// AsinhInPlace is Tensor.AsinhInPlace; the scope keeps the error.
func (s *Scope) AsinhInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.AsinhInPlace())
}

// AcoshInPlace is PyTorch's acosh_: Inverse hyperbolic cosine. It writes the tensor and gives it.
func (x *Tensor) AcoshInPlace() (*Tensor, error) {
	return opAcoshInPlace.one(x)
}

// AcoshInPlace is Tensor.AcoshInPlace; the scope keeps the error.
func (s *Scope) AcoshInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.AcoshInPlace())
}

// AtanhInPlace is PyTorch's atanh_: Inverse hyperbolic tangent. It writes the tensor and gives it.
func (x *Tensor) AtanhInPlace() (*Tensor, error) {
	return opAtanhInPlace.one(x)
}

// AtanhInPlace is Tensor.AtanhInPlace; the scope keeps the error.
func (s *Scope) AtanhInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.AtanhInPlace())
}

// SigmoidInPlace is PyTorch's sigmoid_: 1 / (1 + e^-x). It writes the tensor and gives it.
func (x *Tensor) SigmoidInPlace() (*Tensor, error) {
	return opSigmoidInPlace.one(x)
}

// SigmoidInPlace is Tensor.SigmoidInPlace; the scope keeps the error.
func (s *Scope) SigmoidInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.SigmoidInPlace())
}

// FloorInPlace is PyTorch's floor_: Whole number below. It writes the tensor and gives it.
func (x *Tensor) FloorInPlace() (*Tensor, error) {
	return opFloorInPlace.one(x)
}

// FloorInPlace is Tensor.FloorInPlace; the scope keeps the error.
func (s *Scope) FloorInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.FloorInPlace())
}

// CeilInPlace is PyTorch's ceil_: Whole number above. It writes the tensor and gives it.
func (x *Tensor) CeilInPlace() (*Tensor, error) {
	return opCeilInPlace.one(x)
}

// CeilInPlace is Tensor.CeilInPlace; the scope keeps the error.
func (s *Scope) CeilInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.CeilInPlace())
}

// TruncInPlace is PyTorch's trunc_: Whole number towards 0. It writes the tensor and gives it.
func (x *Tensor) TruncInPlace() (*Tensor, error) {
	return opTruncInPlace.one(x)
}

// TruncInPlace is Tensor.TruncInPlace; the scope keeps the error.
func (s *Scope) TruncInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.TruncInPlace())
}

// FracInPlace is PyTorch's frac_: x - trunc(x). It writes the tensor and gives it.
func (x *Tensor) FracInPlace() (*Tensor, error) {
	return opFracInPlace.one(x)
}

// FracInPlace is Tensor.FracInPlace; the scope keeps the error.
func (s *Scope) FracInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.FracInPlace())
}

// ErfInPlace is PyTorch's erf_: Error function. It writes the tensor and gives it.
func (x *Tensor) ErfInPlace() (*Tensor, error) {
	return opErfInPlace.one(x)
}

// ErfInPlace is Tensor.ErfInPlace; the scope keeps the error.
func (s *Scope) ErfInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.ErfInPlace())
}

// ErfcInPlace is PyTorch's erfc_: 1 - erf(x). It writes the tensor and gives it.
func (x *Tensor) ErfcInPlace() (*Tensor, error) {
	return opErfcInPlace.one(x)
}

// ErfcInPlace is Tensor.ErfcInPlace; the scope keeps the error.
func (s *Scope) ErfcInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.ErfcInPlace())
}

// ErfinvInPlace is PyTorch's erfinv_: Inverse error function. It writes the tensor and gives it.
func (x *Tensor) ErfinvInPlace() (*Tensor, error) {
	return opErfinvInPlace.one(x)
}

// ErfinvInPlace is Tensor.ErfinvInPlace; the scope keeps the error.
func (s *Scope) ErfinvInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.ErfinvInPlace())
}

// LgammaInPlace is PyTorch's lgamma_: Log |gamma(x)|. It writes the tensor and gives it.
func (x *Tensor) LgammaInPlace() (*Tensor, error) {
	return opLgammaInPlace.one(x)
}

// LgammaInPlace is Tensor.LgammaInPlace; the scope keeps the error.
func (s *Scope) LgammaInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.LgammaInPlace())
}

// DigammaInPlace is PyTorch's digamma_: Derivative of lgamma. It writes the tensor and gives it.
func (x *Tensor) DigammaInPlace() (*Tensor, error) {
	return opDigammaInPlace.one(x)
}

// DigammaInPlace is Tensor.DigammaInPlace; the scope keeps the error.
func (s *Scope) DigammaInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.DigammaInPlace())
}

// Deg2radInPlace is PyTorch's deg2rad_: Degrees to radians. It writes the tensor and gives it.
func (x *Tensor) Deg2radInPlace() (*Tensor, error) {
	return opDeg2radInPlace.one(x)
}

// Deg2radInPlace is Tensor.Deg2radInPlace; the scope keeps the error.
func (s *Scope) Deg2radInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Deg2radInPlace())
}

// Rad2degInPlace is PyTorch's rad2deg_: Radians to degrees. It writes the tensor and gives it.
func (x *Tensor) Rad2degInPlace() (*Tensor, error) {
	return opRad2degInPlace.one(x)
}

// Rad2degInPlace is Tensor.Rad2degInPlace; the scope keeps the error.
func (s *Scope) Rad2degInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Rad2degInPlace())
}

// BitwiseNotInPlace is PyTorch's bitwise_not_: ~x. It writes the tensor and gives it.
func (x *Tensor) BitwiseNotInPlace() (*Tensor, error) {
	return opBitwiseNotInPlace.one(x)
}

// BitwiseNotInPlace is Tensor.BitwiseNotInPlace; the scope keeps the error.
func (s *Scope) BitwiseNotInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.BitwiseNotInPlace())
}

// LogicalNotInPlace is PyTorch's logical_not_: x == 0. It writes the tensor and gives it.
func (x *Tensor) LogicalNotInPlace() (*Tensor, error) {
	return opLogicalNotInPlace.one(x)
}

// LogicalNotInPlace is Tensor.LogicalNotInPlace; the scope keeps the error.
func (s *Scope) LogicalNotInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.LogicalNotInPlace())
}

// ReluInPlace is PyTorch's relu_: max(x, 0). It writes the tensor and gives it.
func (x *Tensor) ReluInPlace() (*Tensor, error) {
	return opReluInPlace.one(x)
}

// ReluInPlace is Tensor.ReluInPlace; the scope keeps the error.
func (s *Scope) ReluInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.ReluInPlace())
}

// Relu6InPlace is PyTorch's relu6_: min(max(x, 0), 6). It writes the tensor and gives it.
func (x *Tensor) Relu6InPlace() (*Tensor, error) {
	return opRelu6InPlace.one(x)
}

// Relu6InPlace is Tensor.Relu6InPlace; the scope keeps the error.
func (s *Scope) Relu6InPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Relu6InPlace())
}

// SiluInPlace is PyTorch's silu_: x * sigmoid(x). It writes the tensor and gives it.
func (x *Tensor) SiluInPlace() (*Tensor, error) {
	return opSiluInPlace.one(x)
}

// SiluInPlace is Tensor.SiluInPlace; the scope keeps the error.
func (s *Scope) SiluInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.SiluInPlace())
}

// MishInPlace is PyTorch's mish_: x * tanh(softplus(x)). It writes the tensor and gives it.
func (x *Tensor) MishInPlace() (*Tensor, error) {
	return opMishInPlace.one(x)
}

// MishInPlace is Tensor.MishInPlace; the scope keeps the error.
func (s *Scope) MishInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.MishInPlace())
}

// SeluInPlace is PyTorch's selu_: Scaled ELU. It writes the tensor and gives it.
func (x *Tensor) SeluInPlace() (*Tensor, error) {
	return opSeluInPlace.one(x)
}

// SeluInPlace is Tensor.SeluInPlace; the scope keeps the error.
func (s *Scope) SeluInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.SeluInPlace())
}

// HardsigmoidInPlace is PyTorch's hardsigmoid_: min(max(x + 3, 0), 6) / 6. It writes the tensor
// and gives it.
func (x *Tensor) HardsigmoidInPlace() (*Tensor, error) {
	return opHardsigmoidInPlace.one(x)
}

// HardsigmoidInPlace is Tensor.HardsigmoidInPlace; the scope keeps the error.
func (s *Scope) HardsigmoidInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.HardsigmoidInPlace())
}

// HardswishInPlace is PyTorch's hardswish_: x * hardsigmoid(x). It writes the tensor and gives it.
func (x *Tensor) HardswishInPlace() (*Tensor, error) {
	return opHardswishInPlace.one(x)
}

// HardswishInPlace is Tensor.HardswishInPlace; the scope keeps the error.
func (s *Scope) HardswishInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.HardswishInPlace())
}

// SquareInPlace is PyTorch's square_: x^2. It writes the tensor and gives it.
func (x *Tensor) SquareInPlace() (*Tensor, error) {
	return opSquareInPlace.one(x)
}

// SquareInPlace is Tensor.SquareInPlace; the scope keeps the error.
func (s *Scope) SquareInPlace(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.SquareInPlace())
}

// View is PyTorch's view: Another shape, no copy.
func (x *Tensor) View(size ...int64) (*Tensor, error) {
	return opView.tensor(x, size)
}

// View is Tensor.View; the scope keeps the error.
func (s *Scope) View(x *Tensor, size ...int64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.View(size...))
}

// ViewAs is PyTorch's view_as: View of other's shape.
func (x *Tensor) ViewAs(other *Tensor) (*Tensor, error) {
	return opViewAs.tensor(x, other)
}

// ViewAs is Tensor.ViewAs; the scope keeps the error.
func (s *Scope) ViewAs(x *Tensor, other *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.ViewAs(other))
}

// Reshape is PyTorch's reshape: Another shape, a copy if need be.
func (x *Tensor) Reshape(shape ...int64) (*Tensor, error) {
	return opReshape.tensor(x, shape)
}

// Reshape is Tensor.Reshape; the scope keeps the error.
func (s *Scope) Reshape(x *Tensor, shape ...int64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Reshape(shape...))
}

// ReshapeAs is PyTorch's reshape_as: Reshape to other's shape.
func (x *Tensor) ReshapeAs(other *Tensor) (*Tensor, error) {
	return opReshapeAs.tensor(x, other)
}

// ReshapeAs is Tensor.ReshapeAs; the scope keeps the error.
func (s *Scope) ReshapeAs(x *Tensor, other *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.ReshapeAs(other))
}

// Ravel is PyTorch's ravel: Reshape to 1 dim.
func (x *Tensor) Ravel() (*Tensor, error) {
	return opRavel.one(x)
}

// Ravel is Tensor.Ravel; the scope keeps the error.
func (s *Scope) Ravel(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Ravel())
}

// Flatten is PyTorch's flatten: Dims start_dim to end_dim as one. Further arguments, by position
// or With: start_dim=0, end_dim=-1.
func (x *Tensor) Flatten(args ...any) (*Tensor, error) {
	return opFlatten.tensor(append([]any{x}, args...)...)
}

// Flatten is Tensor.Flatten; the scope keeps the error.
func (s *Scope) Flatten(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Flatten(args...))
}

// Unflatten is PyTorch's unflatten: One dim as several.
func (x *Tensor) Unflatten(dim int64, sizes ...int64) (*Tensor, error) {
	return opUnflatten.tensor(x, dim, sizes)
}

// Unflatten is Tensor.Unflatten; the scope keeps the error.
func (s *Scope) Unflatten(x *Tensor, dim int64, sizes ...int64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Unflatten(dim, sizes...))
}

// Permute is PyTorch's permute: Dims in another order.
func (x *Tensor) Permute(dims ...int64) (*Tensor, error) {
	return opPermute.tensor(x, dims)
}

// Permute is Tensor.Permute; the scope keeps the error.
func (s *Scope) Permute(x *Tensor, dims ...int64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Permute(dims...))
}

// Transpose is PyTorch's transpose: Two dims exchanged.
func (x *Tensor) Transpose(dim0 int64, dim1 int64) (*Tensor, error) {
	return opTranspose.tensor(x, dim0, dim1)
}

// Transpose is Tensor.Transpose; the scope keeps the error.
func (s *Scope) Transpose(x *Tensor, dim0 int64, dim1 int64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Transpose(dim0, dim1))
}

// Swapaxes is PyTorch's swapaxes: Two dims exchanged.
func (x *Tensor) Swapaxes(axis0 int64, axis1 int64) (*Tensor, error) {
	return opSwapaxes.tensor(x, axis0, axis1)
}

// Swapaxes is Tensor.Swapaxes; the scope keeps the error.
func (s *Scope) Swapaxes(x *Tensor, axis0 int64, axis1 int64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Swapaxes(axis0, axis1))
}

// Swapdims is PyTorch's swapdims: Two dims exchanged.
func (x *Tensor) Swapdims(dim0 int64, dim1 int64) (*Tensor, error) {
	return opSwapdims.tensor(x, dim0, dim1)
}

// Swapdims is Tensor.Swapdims; the scope keeps the error.
func (s *Scope) Swapdims(x *Tensor, dim0 int64, dim1 int64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Swapdims(dim0, dim1))
}

// T is PyTorch's t: a matrix transposed.
func (x *Tensor) T() (*Tensor, error) {
	return opT.one(x)
}

// T is Tensor.T; the scope keeps the error.
func (s *Scope) T(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.T())
}

// Movedim is PyTorch's movedim: Dims moved to other places.
func (x *Tensor) Movedim(source []int64, destination ...int64) (*Tensor, error) {
	return opMovedim.tensor(x, source, destination)
}

// Movedim is Tensor.Movedim; the scope keeps the error.
func (s *Scope) Movedim(x *Tensor, source []int64, destination ...int64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Movedim(source, destination...))
}

// Moveaxis is PyTorch's moveaxis: Dims moved to other places.
func (x *Tensor) Moveaxis(source []int64, destination ...int64) (*Tensor, error) {
	return opMoveaxis.tensor(x, source, destination)
}

// Moveaxis is Tensor.Moveaxis; the scope keeps the error.
func (s *Scope) Moveaxis(x *Tensor, source []int64, destination ...int64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Moveaxis(source, destination...))
}

// Squeeze is PyTorch's squeeze: Without dims of size 1. Further arguments, by position or With:
// dim=None.
func (x *Tensor) Squeeze(args ...any) (*Tensor, error) {
	return opSqueeze.tensor(append([]any{x}, args...)...)
}

// Squeeze is Tensor.Squeeze; the scope keeps the error.
func (s *Scope) Squeeze(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Squeeze(args...))
}

// Unsqueeze is PyTorch's unsqueeze: With a dim of size 1.
func (x *Tensor) Unsqueeze(dim int64) (*Tensor, error) {
	return opUnsqueeze.tensor(x, dim)
}

// Unsqueeze is Tensor.Unsqueeze; the scope keeps the error.
func (s *Scope) Unsqueeze(x *Tensor, dim int64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Unsqueeze(dim))
}

// Expand is PyTorch's expand: Dims of size 1 repeated, no copy.
func (x *Tensor) Expand(size ...int64) (*Tensor, error) {
	return opExpand.tensor(x, size)
}

// Expand is Tensor.Expand; the scope keeps the error.
func (s *Scope) Expand(x *Tensor, size ...int64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Expand(size...))
}

// ExpandAs is PyTorch's expand_as: Expand to other's shape.
func (x *Tensor) ExpandAs(other *Tensor) (*Tensor, error) {
	return opExpandAs.tensor(x, other)
}

// ExpandAs is Tensor.ExpandAs; the scope keeps the error.
func (s *Scope) ExpandAs(x *Tensor, other *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.ExpandAs(other))
}

// BroadcastTo is PyTorch's broadcast_to: Expand.
func (x *Tensor) BroadcastTo(size ...int64) (*Tensor, error) {
	return opBroadcastTo.tensor(x, size)
}

// BroadcastTo is Tensor.BroadcastTo; the scope keeps the error.
func (s *Scope) BroadcastTo(x *Tensor, size ...int64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.BroadcastTo(size...))
}

// BroadcastTensors is PyTorch's broadcast_tensors: All expanded to their common shape.
func BroadcastTensors(tensors []*Tensor) ([]*Tensor, error) {
	return opBroadcastTensors.tensors(tensors)
}

// BroadcastTensors is BroadcastTensors; the scope keeps the error.
func (s *Scope) BroadcastTensors(tensors []*Tensor) []*Tensor {
	if s.failed() {
		return nil
	}
	return s.tensors(BroadcastTensors(tensors))
}

// Narrow is PyTorch's narrow: Some indices of a dim.
func (x *Tensor) Narrow(dim int64, start int64, length int64) (*Tensor, error) {
	return opNarrow.tensor(x, dim, start, length)
}

// Narrow is Tensor.Narrow; the scope keeps the error.
func (s *Scope) Narrow(x *Tensor, dim int64, start int64, length int64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Narrow(dim, start, length))
}

// Select is PyTorch's select: One index of a dim.
func (x *Tensor) Select(dim int64, index int64) (*Tensor, error) {
	return opSelect.tensor(x, dim, index)
}

// Select is Tensor.Select; the scope keeps the error.
func (s *Scope) Select(x *Tensor, dim int64, index int64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Select(dim, index))
}

// Slice is PyTorch's slice: x[start:end:step] along a dim. Further arguments, by position or With:
// dim=0, start=None, end=None, step=1.
func (x *Tensor) Slice(args ...any) (*Tensor, error) {
	return opSlice.tensor(append([]any{x}, args...)...)
}

// Slice is Tensor.Slice; the scope keeps the error.
func (s *Scope) Slice(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Slice(args...))
}

// Chunk is PyTorch's chunk: So many pieces. Further arguments, by position or With: dim=0.
func (x *Tensor) Chunk(chunks int64, args ...any) ([]*Tensor, error) {
	return opChunk.tensors(append([]any{x, chunks}, args...)...)
}

// Chunk is Tensor.Chunk; the scope keeps the error.
func (s *Scope) Chunk(x *Tensor, chunks int64, args ...any) []*Tensor {
	if s.failed() {
		return nil
	}
	return s.tensors(x.Chunk(chunks, args...))
}

// UnsafeChunk is PyTorch's unsafe_chunk: Chunk. Further arguments, by position or With: dim=0.
func (x *Tensor) UnsafeChunk(chunks int64, args ...any) ([]*Tensor, error) {
	return opUnsafeChunk.tensors(append([]any{x, chunks}, args...)...)
}

// UnsafeChunk is Tensor.UnsafeChunk; the scope keeps the error.
func (s *Scope) UnsafeChunk(x *Tensor, chunks int64, args ...any) []*Tensor {
	if s.failed() {
		return nil
	}
	return s.tensors(x.UnsafeChunk(chunks, args...))
}

// Split is PyTorch's split: Pieces of a size, or of sizes. Further arguments, by position or With:
// dim=0.
func (x *Tensor) Split(splitSizeOrSections []int64, args ...any) ([]*Tensor, error) {
	return opSplit.tensors(append([]any{x, splitSizeOrSections}, args...)...)
}

// Split is Tensor.Split; the scope keeps the error.
func (s *Scope) Split(x *Tensor, splitSizeOrSections []int64, args ...any) []*Tensor {
	if s.failed() {
		return nil
	}
	return s.tensors(x.Split(splitSizeOrSections, args...))
}

// UnsafeSplit is PyTorch's unsafe_split: Split. Further arguments, by position or With: dim=0.
func (x *Tensor) UnsafeSplit(splitSize []int64, args ...any) ([]*Tensor, error) {
	return opUnsafeSplit.tensors(append([]any{x, splitSize}, args...)...)
}

// UnsafeSplit is Tensor.UnsafeSplit; the scope keeps the error.
func (s *Scope) UnsafeSplit(x *Tensor, splitSize []int64, args ...any) []*Tensor {
	if s.failed() {
		return nil
	}
	return s.tensors(x.UnsafeSplit(splitSize, args...))
}

// SplitWithSizes is PyTorch's split_with_sizes: Pieces of sizes. Further arguments, by position or
// With: dim=0.
func (x *Tensor) SplitWithSizes(splitSizes []int64, args ...any) ([]*Tensor, error) {
	return opSplitWithSizes.tensors(append([]any{x, splitSizes}, args...)...)
}

// SplitWithSizes is Tensor.SplitWithSizes; the scope keeps the error.
func (s *Scope) SplitWithSizes(x *Tensor, splitSizes []int64, args ...any) []*Tensor {
	if s.failed() {
		return nil
	}
	return s.tensors(x.SplitWithSizes(splitSizes, args...))
}

// TensorSplit is PyTorch's tensor_split: Pieces cut at indices, or so many. Further arguments, by
// position or With: dim=0.
func (x *Tensor) TensorSplit(indicesOrSections any, args ...any) ([]*Tensor, error) {
	return opTensorSplit.tensors(append([]any{x, indicesOrSections}, args...)...)
}

// TensorSplit is Tensor.TensorSplit; the scope keeps the error.
func (s *Scope) TensorSplit(x *Tensor, indicesOrSections any, args ...any) []*Tensor {
	if s.failed() {
		return nil
	}
	return s.tensors(x.TensorSplit(indicesOrSections, args...))
}

// Unbind is PyTorch's unbind: Each index of a dim. Further arguments, by position or With: dim=0.
func (x *Tensor) Unbind(args ...any) ([]*Tensor, error) {
	return opUnbind.tensors(append([]any{x}, args...)...)
}

// Unbind is Tensor.Unbind; the scope keeps the error.
func (s *Scope) Unbind(x *Tensor, args ...any) []*Tensor {
	if s.failed() {
		return nil
	}
	return s.tensors(x.Unbind(args...))
}

// Unfold is PyTorch's unfold: Windows along a dim.
func (x *Tensor) Unfold(dimension int64, size int64, step int64) (*Tensor, error) {
	return opUnfold.tensor(x, dimension, size, step)
}

// Unfold is Tensor.Unfold; the scope keeps the error.
func (s *Scope) Unfold(x *Tensor, dimension int64, size int64, step int64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Unfold(dimension, size, step))
}

// Diagonal is PyTorch's diagonal: The diagonal of two dims, last. Further arguments, by position
// or With: offset=0, dim1=0, dim2=1.
func (x *Tensor) Diagonal(args ...any) (*Tensor, error) {
	return opDiagonal.tensor(append([]any{x}, args...)...)
}

// Diagonal is Tensor.Diagonal; the scope keeps the error.
func (s *Scope) Diagonal(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Diagonal(args...))
}

// Meshgrid is PyTorch's meshgrid: Coordinates of a grid. Further arguments, by position or With:
// With indexing=None.
func Meshgrid(tensors []*Tensor, args ...any) ([]*Tensor, error) {
	return opMeshgrid.tensors(append([]any{tensors}, args...)...)
}

// Meshgrid is Meshgrid; the scope keeps the error.
func (s *Scope) Meshgrid(tensors []*Tensor, args ...any) []*Tensor {
	if s.failed() {
		return nil
	}
	return s.tensors(Meshgrid(tensors, args...))
}

// Cat is PyTorch's cat: Joined along a dim. Further arguments, by position or With: dim=0.
func Cat(tensors []*Tensor, args ...any) (*Tensor, error) {
	return opCat.tensor(append([]any{tensors}, args...)...)
}

// Cat is Cat; the scope keeps the error.
func (s *Scope) Cat(tensors []*Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(Cat(tensors, args...))
}

// Concat is PyTorch's concat: Cat. Further arguments, by position or With: dim=0.
func Concat(tensors []*Tensor, args ...any) (*Tensor, error) {
	return opConcat.tensor(append([]any{tensors}, args...)...)
}

// Concat is Concat; the scope keeps the error.
func (s *Scope) Concat(tensors []*Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(Concat(tensors, args...))
}

// Concatenate is PyTorch's concatenate: Cat. Further arguments, by position or With: dim=0.
func Concatenate(tensors []*Tensor, args ...any) (*Tensor, error) {
	return opConcatenate.tensor(append([]any{tensors}, args...)...)
}

// Concatenate is Concatenate; the scope keeps the error.
func (s *Scope) Concatenate(tensors []*Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(Concatenate(tensors, args...))
}

// Stack is PyTorch's stack: Joined along a new dim. Further arguments, by position or With: dim=0.
func Stack(tensors []*Tensor, args ...any) (*Tensor, error) {
	return opStack.tensor(append([]any{tensors}, args...)...)
}

// Stack is Stack; the scope keeps the error.
func (s *Scope) Stack(tensors []*Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(Stack(tensors, args...))
}

// Hstack is PyTorch's hstack: Joined along dim 1.
func Hstack(tensors []*Tensor) (*Tensor, error) {
	return opHstack.tensor(tensors)
}

// Hstack is Hstack; the scope keeps the error.
func (s *Scope) Hstack(tensors []*Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(Hstack(tensors))
}

// Vstack is PyTorch's vstack: Joined along dim 0.
func Vstack(tensors []*Tensor) (*Tensor, error) {
	return opVstack.tensor(tensors)
}

// Vstack is Vstack; the scope keeps the error.
func (s *Scope) Vstack(tensors []*Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(Vstack(tensors))
}

// Dstack is PyTorch's dstack: Joined along dim 2.
func Dstack(tensors []*Tensor) (*Tensor, error) {
	return opDstack.tensor(tensors)
}

// Dstack is Dstack; the scope keeps the error.
func (s *Scope) Dstack(tensors []*Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(Dstack(tensors))
}

// Flip is PyTorch's flip: Reversed along dims.
func (x *Tensor) Flip(dims ...int64) (*Tensor, error) {
	return opFlip.tensor(x, dims)
}

// Flip is Tensor.Flip; the scope keeps the error.
func (s *Scope) Flip(x *Tensor, dims ...int64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Flip(dims...))
}

// Fliplr is PyTorch's fliplr: Reversed along dim 1.
func (x *Tensor) Fliplr() (*Tensor, error) {
	return opFliplr.one(x)
}

// Fliplr is Tensor.Fliplr; the scope keeps the error.
func (s *Scope) Fliplr(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Fliplr())
}

// Flipud is PyTorch's flipud: Reversed along dim 0.
func (x *Tensor) Flipud() (*Tensor, error) {
	return opFlipud.one(x)
}

// Flipud is Tensor.Flipud; the scope keeps the error.
func (s *Scope) Flipud(x *Tensor) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Flipud())
}

// Roll is PyTorch's roll: Shifted around. Further arguments, by position or With: dims=None.
func (x *Tensor) Roll(shifts []int64, args ...any) (*Tensor, error) {
	return opRoll.tensor(append([]any{x, shifts}, args...)...)
}

// Roll is Tensor.Roll; the scope keeps the error.
func (s *Scope) Roll(x *Tensor, shifts []int64, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Roll(shifts, args...))
}

// Rot90 is PyTorch's rot90: Turned by k quarters. Further arguments, by position or With: k=1,
// dims=None.
func (x *Tensor) Rot90(args ...any) (*Tensor, error) {
	return opRot90.tensor(append([]any{x}, args...)...)
}

// Rot90 is Tensor.Rot90; the scope keeps the error.
func (s *Scope) Rot90(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Rot90(args...))
}

// Repeat is PyTorch's repeat: The whole repeated.
func (x *Tensor) Repeat(repeats ...int64) (*Tensor, error) {
	return opRepeat.tensor(x, repeats)
}

// Repeat is Tensor.Repeat; the scope keeps the error.
func (s *Scope) Repeat(x *Tensor, repeats ...int64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Repeat(repeats...))
}

// Tile is PyTorch's tile: The whole repeated, counts from the last dim.
func (x *Tensor) Tile(dims ...int64) (*Tensor, error) {
	return opTile.tensor(x, dims)
}

// Tile is Tensor.Tile; the scope keeps the error.
func (s *Scope) Tile(x *Tensor, dims ...int64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Tile(dims...))
}

// RepeatInterleave is PyTorch's repeat_interleave: Each index repeated. Further arguments, by
// position or With: dim=None, With output_size=None.
func (x *Tensor) RepeatInterleave(repeats any, args ...any) (*Tensor, error) {
	return opRepeatInterleave.tensor(append([]any{x, repeats}, args...)...)
}

// RepeatInterleave is Tensor.RepeatInterleave; the scope keeps the error.
func (s *Scope) RepeatInterleave(x *Tensor, repeats any, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.RepeatInterleave(repeats, args...))
}

// Tril is PyTorch's tril: Lower triangle. Further arguments, by position or With: diagonal=0.
func (x *Tensor) Tril(args ...any) (*Tensor, error) {
	return opTril.tensor(append([]any{x}, args...)...)
}

// Tril is Tensor.Tril; the scope keeps the error.
func (s *Scope) Tril(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Tril(args...))
}

// Triu is PyTorch's triu: Upper triangle. Further arguments, by position or With: diagonal=0.
func (x *Tensor) Triu(args ...any) (*Tensor, error) {
	return opTriu.tensor(append([]any{x}, args...)...)
}

// Triu is Tensor.Triu; the scope keeps the error.
func (s *Scope) Triu(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Triu(args...))
}

// Diag is PyTorch's diag: Vector to matrix, or diagonal of a matrix. Further arguments, by
// position or With: diagonal=0.
func (x *Tensor) Diag(args ...any) (*Tensor, error) {
	return opDiag.tensor(append([]any{x}, args...)...)
}

// Diag is Tensor.Diag; the scope keeps the error.
func (s *Scope) Diag(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.Diag(args...))
}

// DiagEmbed is PyTorch's diag_embed: The last dim as diagonals. Further arguments, by position or
// With: offset=0, dim1=-2, dim2=-1.
func (x *Tensor) DiagEmbed(args ...any) (*Tensor, error) {
	return opDiagEmbed.tensor(append([]any{x}, args...)...)
}

// DiagEmbed is Tensor.DiagEmbed; the scope keeps the error.
func (s *Scope) DiagEmbed(x *Tensor, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.DiagEmbed(args...))
}

// ConstantPadNd is PyTorch's constant_pad_nd: Padded with a value. Further arguments, by position
// or With: value=0.
func (x *Tensor) ConstantPadNd(pad []int64, args ...any) (*Tensor, error) {
	return opConstantPadNd.tensor(append([]any{x, pad}, args...)...)
}

// ConstantPadNd is Tensor.ConstantPadNd; the scope keeps the error.
func (s *Scope) ConstantPadNd(x *Tensor, pad []int64, args ...any) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(x.ConstantPadNd(pad, args...))
}
