#include "CJSONBlock.h"
