#!/bin/bash
# Evaluates all prompts in five tasks, two at a time, with the library on a shared disk. submit.sh starts it.
#SBATCH --job-name=eva --array=1-5%2 --requeue
export EVA_RUNS="runs/$SLURM_ARRAY_JOB_ID"
for attempt in 1 2 3; do
  npx eva eval --yes --shard auto --at-once 2
  code=$?
  case $code in 3 | 137 | 143) sleep "${EVA_PAUSE:-60}" ;; *) break ;; esac
done
exit $code
