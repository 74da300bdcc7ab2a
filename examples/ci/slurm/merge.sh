#!/bin/bash
# Joins the shards of the array job whose number is its argument.
#SBATCH --job-name=eva-merge
npx eva merge "runs/$1" --report html=out/eva.html
