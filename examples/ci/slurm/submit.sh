#!/bin/bash
# Starts the tasks and, when all have ended, the merge. afterok would not start it after a failed task.
job=$(sbatch --parsable shards.sh) && sbatch --dependency=afterany:"${job%%;*}" merge.sh "${job%%;*}"
