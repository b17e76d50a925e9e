/* Names of columns that the writer and the reader of feature tables share. */
#ifndef CML_TABLE_FEATURE_COLUMNS_H
#define CML_TABLE_FEATURE_COLUMNS_H

/* Before the name of a measured limit, and of a second metric. */
#define CML_LIMIT_PREFIX "cml_limit_"
#define CML_METRIC_PREFIX "cml_metric_"

#endif
