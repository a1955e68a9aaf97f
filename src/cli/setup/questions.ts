/** SetupQuestions at a terminal, one line each: they work wherever lines can be typed, and for a screen reader. */
import { createInterface } from 'node:readline/promises'
import { outputColumns } from '../output/width.ts'

/** A person ended the dialogue: with Ctrl-C, with Ctrl-D, or with `q`. */
export class Cancelled extends Error {}

export interface Choice<Value> {
  readonly value: Value
  /** One line. */
  readonly about: string
}

/** Asks for answers. Both throw `Cancelled`. */
export interface SetupQuestions {
  choose<Value>(question: string, choices: readonly Choice<Value>[], usual: Value): Promise<Value>
  confirm(question: string, usual: boolean): Promise<boolean>
}

/** Nobody is asked: each answer is the usual one. */
export const USUAL_ANSWERS: SetupQuestions = {
  choose: async (_question, _choices, usual) => usual,
  confirm: async (_question, usual) => usual,
}

/** Asks the person at the terminal, again where an answer is none of those that are offered. */
export const AT_TERMINAL: SetupQuestions = {
  async choose(question, choices, usual) {
    const number = choices.findIndex(({ value }) => value === usual) + 1
    const lines = choices.map(({ about }, at) => `  ${at + 1}  ${about}\n`)
    process.stdout.write(`\n${question}\n${lines.join('')}`)
    for (;;) {
      const typed = await ask(`Number [${number}]: `)
      const chosen = choices[(typed === '' ? number : Number(typed)) - 1]
      if (chosen) return chosen.value
      process.stdout.write(`Type a number from 1 to ${choices.length}, or q to leave everything as it is.\n`)
    }
  },
  async confirm(question, usual) {
    process.stdout.write('\n')
    for (;;) {
      const typed = (await ask(fitting(question, `[${usual ? 'Y/n' : 'y/N'}]: `))).toLowerCase()
      if (typed === '') return usual
      if (/^y(es)?$/.test(typed)) return true
      if (/^no?$/.test(typed)) return false
      process.stdout.write('Type y or n, or q to leave everything as it is.\n')
    }
  },
}

/** The last line of a question, at which is typed. A terminal that is too narrow for all of it has the rest above. */
function fitting(question: string, answers: string): string {
  const line = `${question} ${answers}`
  if (line.length < outputColumns()) return line
  process.stdout.write(`${question}\n`)
  return answers
}

/** The line that is typed. Between questions the terminal is as usual, so that Ctrl-C ends the program there. */
async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const ended = new Promise<never>((_, reject) => {
    const cancel = () => reject(new Cancelled())
    lines.once('SIGINT', cancel)
    lines.once('close', cancel)
  })
  try {
    const typed = (await Promise.race([lines.question(question), ended])).trim()
    if (/^q(uit)?$/i.test(typed)) throw new Cancelled()
    return typed
  } finally {
    ended.catch(() => undefined)
    lines.close()
  }
}
