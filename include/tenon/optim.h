/// Training: optimizers and schedulers.
#ifndef TENON_OPTIM_H_
#define TENON_OPTIM_H_

#include "tenon/optim/adam.h"
#include "tenon/optim/adaptive.h"
#include "tenon/optim/clip.h"
#include "tenon/optim/lbfgs.h"
#include "tenon/optim/matrix.h"
#include "tenon/optim/optimizer.h"
#include "tenon/optim/options.h"
#include "tenon/optim/scheduler.h"
#include "tenon/optim/sgd.h"

#endif  // TENON_OPTIM_H_
