/** What a prompt is: a person's own words, text that they pasted, or no person's at all. */

/** False for prompts that the client makes: notifications of tasks, wake-ups, output of commands typed by the person. */
export function isFromPerson(prompt: string): boolean {
  return !/^\s*<[a-z-]+>/.test(prompt)
}
