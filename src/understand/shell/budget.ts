/** How much of a command is followed: what takes more steps, or nests deeper, is no longer read. */

/** Steps after which a command counts as unreadable: no honest one comes near. */
const MOST_STEPS = 4000
/** Commands that run commands: sudo env nice bash -c … No honest one comes near. */
const DEEPEST = 96
/** Steps after which the rest of a pre-existing script stays unread, and how many of them then count. */
const MOST_PRE_EXISTING_STEPS = 1500
const STEPS_WHEN_UNREAD = 500

export class TooMuch extends Error {}

export class Budget {
  #steps = 0
  #mostSteps = MOST_STEPS
  #depth = 0
  /** Inside a pre-existing script. */
  #isLenient = false

  /** Throws TooMuch. */
  step(count = 1): void {
    this.#steps += count
    if (this.#steps > this.#mostSteps) throw new TooMuch()
  }

  /** Throws TooMuch. */
  deeper<T>(run: () => T): T {
    if (++this.#depth > DEEPEST) throw new TooMuch()
    try {
      return run()
    } finally {
      this.#depth--
    }
  }

  /** Follows a script that was there before as far as a part of the budget goes; then `leave` says what is left open. */
  leniently<T>(run: () => T, leave: () => T): T {
    if (this.#isLenient) return run()
    const before = this.#steps
    this.#isLenient = true
    this.#mostSteps = Math.min(MOST_STEPS, before + MOST_PRE_EXISTING_STEPS)
    try {
      return run()
    } catch (cause) {
      if (!(cause instanceof TooMuch)) throw cause
      this.#steps = Math.min(this.#steps, before + STEPS_WHEN_UNREAD)
      return leave()
    } finally {
      this.#isLenient = false
      this.#mostSteps = MOST_STEPS
    }
  }
}
