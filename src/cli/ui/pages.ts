/** The few pages of HTML that are served. None holds anything of the record: the page's script asks for that. */
import { pageBody, pageHead } from '../report-page/document.ts'

/** What holds the page; its script and style are files beside it. */
export function servedPage(): string {
  return `${pageHead('Reviewer', '<link rel="stylesheet" href="page.css">')}<body>
${pageBody('data-live')}
<script src="page.js"></script>
</body>
</html>
`
}

/**
 * Goes on to an address by itself: to one with a token, or from there to the page. A redirection would not do: where the first address
 * came from a file or another program, browsers hold back a cookie that is for this site alone until a page of this site asks.
 */
export function openingPage(address: string): string {
  return `${pageHead('Reviewer', `<meta http-equiv="refresh" content="0; url=${address}">`)}<body>
<p>Opening… <a href="${address}">the page</a></p>
</body>
</html>
`
}

export function refusedPage(): string {
  return `${pageHead('Reviewer')}<body>
<main>
<h1>This address does not open the page</h1>
<p>Each address that reviewer ui prints opens it once, in one browser. Press Enter in the terminal where it runs: it prints another one.</p>
</main>
</body>
</html>
`
}
