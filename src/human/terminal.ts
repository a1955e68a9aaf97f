/** The terminal itself, whatever standard input and output are: what is shown and typed there goes through no pipe. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { ReadStream } from 'node:tty'

export interface Terminal {
  /** Shows a question and gives the line that is typed; without `echo` nobody sees it. Throws where the input ends. */
  ask(question: string, echo: boolean): Promise<string>
}

/** Opens the terminal of this process for as long as it is used. Throws where there is none. */
export async function withTerminal<T>(use: (terminal: Terminal) => Promise<T>): Promise<T> {
  const fd = openSync('/dev/tty', 'r+')
  const input = new ReadStream(fd)
  const show = (text: string): void => void writeSync(fd, text)
  const ask = async (question: string, echo: boolean): Promise<string> => {
    show(question)
    input.setRawMode(true)
    try {
      return await readLine(input, text => echo && show(text))
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

/** One line, as a terminal in raw mode gives it: key by key. */
function readLine(input: ReadStream, echo: (text: string) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let line = ''
    const end = (settle: () => void): void => {
      input.off('data', take)
      input.off('end', ended)
      input.pause()
      settle()
    }
    const ended = (): void => end(() => reject(new Error('the input ended')))
    const press = (key: string): void => {
      if (key === '\x7f' || key === '\b') {
        if (line !== '') echo('\b \b')
        line = line.slice(0, -1)
      } else if (key >= ' ') {
        line += key
        echo(key)
      }
    }
    const take = (chunk: Buffer): void => {
      for (const key of chunk.toString('utf8')) {
        if (key === '\r' || key === '\n') {
          end(() => resolve(line))
          return
        }
        if (key === '\x03' || key === '\x04') {
          ended()
          return
        }
        press(key)
      }
    }
    input.on('data', take)
    input.on('end', ended)
    input.resume()
  })
}

function closeQuietly(fd: number): void {
  try {
    closeSync(fd)
  } catch {
    // The stream has closed it.
  }
}
