/** The program that runs a function of a copied Python file as a check. */
export const runnerFile = 'checks.py';

/** The text of that program. It turns what the function returns into an exit code by the rules of promptfoo. */
export const pythonRunner = `"""Runs a function of a Python file as a check. Written by eva import promptfoo.

Arguments: the file, the name of the function, and the rules of the check as JSON.
"""

import asyncio
import importlib.util
import inspect
import json
import os
import sys


def load(path, name):
    spec = importlib.util.spec_from_file_location("copied_check", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = module
    for part in name.split("."):
        found = getattr(found, part)
    return found


def context_of(facts, rules):
    variables = {**facts["inputs"], **(facts["item"] or {})}
    for name in rules.get("json", []):
        data = variables.pop(name + "__json", variables.get(name))
        if isinstance(data, str):
            variables[name] = json.loads(data)
    context = {"vars": variables}
    if "config" in rules:
        context["config"] = rules["config"]
    return context


def output_of(facts, rules):
    if not rules.get("parse"):
        return facts["response"]
    try:
        return json.loads(facts["response"])
    except ValueError:
        return facts["response"]


def decide(result, rules):
    """Returns whether the check holds, and why."""
    threshold = rules.get("threshold")
    if isinstance(result, str) and result.lower() in ("true", "false"):
        result = result.lower() == "true"
    if isinstance(result, bool):
        return result, "the code returned " + str(result)
    if isinstance(result, str) and result.startswith("{"):
        result = json.loads(result)
    if isinstance(result, dict):
        passed = result.get("pass", result.get("pass_"))
        score, reason = result.get("score"), result.get("reason")
        is_number = isinstance(score, (int, float)) and not isinstance(score, bool)
        if not isinstance(passed, bool) or not is_number or not isinstance(reason, str):
            raise ValueError("the code must return a boolean, a number or pass, score and reason")
        if threshold is not None and score < threshold:
            return False, "score " + str(score) + ", at least " + str(threshold) + " is asked for"
        return passed, reason
    score = float(result)
    if score != score:
        raise ValueError("the code returned no number")
    return (score > 0 if threshold is None else score >= threshold), "the code returned " + str(score)


def main():
    path, name = sys.argv[1], sys.argv[2]
    rules = json.loads(sys.argv[3]) if len(sys.argv) > 3 else {}
    with open(os.environ["EVA_CONTEXT"], encoding="utf-8") as file:
        facts = json.load(file)
    function = load(path, name)
    result = function(output_of(facts, rules), context_of(facts, rules))
    if inspect.iscoroutine(result):
        result = asyncio.run(result)
    holds, reason = decide(result, rules)
    print(reason, file=sys.stderr)
    sys.exit(0 if holds != rules.get("not", False) else 1)


main()
`;
