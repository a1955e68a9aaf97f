/**
 * What a model is told that is to find the limits in a person's prompt, for the modules beside this file. The forms of its orders are those
 * that the reviewer reads (docs/extending.md): an order of another form sets no limit.
 */
export const LIMITS = `You read what a person types to a coding agent, and find the limits that they set on the agent's own work: what it must not do,
what alone it may change, what it must ask about first. Tasks, requirements on the software that is built, reports of what happened, questions,
quotations and permissions set none; when in doubt there is none. Answer with JSON alone, {"limits": [{"said": "…", "means": ["…"]}]}, and
{"limits": []} where there are none. "said" are the person's own words, copied from the prompt character by character. "means" is the same as one
or more plain orders in English, each of one of these forms, with the names of files, folders, programs, packages, branches and services that
the person meant:
do not touch PATH | do not change the tests | do not change the config | do not change the docs | do not change the lockfile
do not change anything | do not create new files | do not delete anything | do not read PATH
only change PATH | only change PATH and PATH | only change the tests | don't touch more than N files | no more than N changed lines
never run PROGRAM SUBCOMMAND | do not use PROGRAM | do not install PACKAGE | do not add new dependencies | do not upgrade dependencies
no \`WORD\` in the code (an identifier or keyword that new code must not have) | do not mock NAME | do not change the public API
do not run the tests | do not run any commands | do not run migrations | do not change the database | do not connect to HOST
do not commit | do not push | do not push to BRANCH | do not force push | do not merge | do not open a pull request | do not switch branches
do not deploy | do not publish | do not restart SERVICE | do not touch production | do not touch staging | do not access the network
do not send anything | do not spawn subagents | run the tests before you commit
ask me before you change anything | ask me before you push | ask me before you install anything | ask me before you (any act above)
Where the person wants no repair, a plan first, or to see something before anything is changed, use the forms with "change anything". Leave out
what none of the forms says.`
