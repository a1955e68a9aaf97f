/** The terminal itself, whatever standard input and output are: what is shown and typed there goes through no pipe. */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { ReadStream } from 'node:tty'

export interface Terminal {
  /** Shows a question and gives the line that is typed; without `echo` nobody sees it. Throws where the input ends. */
  ask(question: string, echo: boolean): Promise<string>
}

/** Opens the terminal of this process for as long as it is used. Throws where there is none. */
export async function withTerminal<T>(use: (terminal: Terminal) => Promise<T>): Promise<T> {
  const fd = openSync('/dev/tty', 'r+')
  // A stream does not wait for what it reads: it has a descriptor of its own, and only sets the mode.
  const input = new ReadStream(openSync('/dev/tty', 'r+'))
  const show = (text: string): void => void writeSync(fd, text)
  const ask = async (question: string, echo: boolean): Promise<string> => {
    input.setRawMode(true)
    try {
      show(question)
      return readLine(fd, text => echo && show(text))
    } finally {
      input.setRawMode(false)
      show('\n')
    }
  }
  try {
    return await use({ ask })
  } finally {
    input.destroy()
    closeQuietly(fd)
  }
}

/** The person ended it: Ctrl-C, Ctrl-D, a terminal that was closed. */
export class InputEnded extends Error {}

/** One line, as a terminal in raw mode gives it: key by key. Throws where the input ends. */
function readLine(fd: number, echo: (text: string) => void): string {
  const decoder = new TextDecoder()
  const buffer = Buffer.alloc(256)
  let line = ''
  for (;;) {
    const count = readSync(fd, buffer)
    const keys = decoder.decode(buffer.subarray(0, count), { stream: true })
    for (const key of keys) {
      if (key === '\r' || key === '\n') return line
      if (key === '\x03' || key === '\x04') throw new InputEnded('the input ended')
      if (key === '\x7f' || key === '\b') {
        if (line !== '') echo('\b \b')
        line = line.slice(0, -1)
      } else if (key >= ' ') {
        line += key
        echo(key)
      }
    }
    if (count === 0) throw new InputEnded('the input ended')
  }
}

function closeQuietly(fd: number): void {
  try {
    closeSync(fd)
  } catch {
    // The stream has closed it.
  }
}
