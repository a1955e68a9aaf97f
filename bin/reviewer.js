#!/usr/bin/env node
'use strict'
if (process.argv[2] === 'hook') process.exit(require('../dist/launch.cjs').launch(process.argv.slice(3)))
import('../dist/cli.js').then(cli => cli.main(process.argv))
