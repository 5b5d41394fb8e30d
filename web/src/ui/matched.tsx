type MatchedProps = { text: string; search: string }

/** The text with the part that was searched for in bold; case and accents do not count. */
export function Matched({ text, search }: MatchedProps) {
  const at = plain(text).indexOf(plain(search))
  if (search === '' || at < 0) return text
  const end = at + search.length
  return (
    <>
      {text.slice(0, at)}
      <b className="font-semibold text-primary-text">{text.slice(at, end)}</b>
      {text.slice(end)}
    </>
  )
}

// Letter by letter, so that positions in the plain text are positions in the text.
const plain = (text: string) =>
  Array.from(text.normalize('NFC'), (letter) => letter.normalize('NFD').charAt(0).toLowerCase()).join('')
