/* What tools that learn need beside threads. Part of tool.h. */
#include "tool.h"

#include "math/cholesky.h"

enum cml_result tool_learning_pool_new(const struct tool *tool, struct cml_pool **pool,
				       struct cml_error *err)
{
	if (cml_pool_new(pool, tool->n_threads, err) != CML_OK)
		return err->status;
	if (cml_cholesky_load(cml_pool_n_threads(*pool), err) == CML_OK)
		return CML_OK;
	cml_pool_free(*pool);
	*pool = NULL;
	return err->status;
}
