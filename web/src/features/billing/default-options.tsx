type Choosable = { id: string; isDefault: boolean }

type DefaultOptionsProps<Item extends Choosable> = {
  items: readonly Item[]
  /** `Predeterminada`: what the default is called. */
  mark: string
  others: string
  text: (item: Item) => string
}

/** The choices with the default in a group of its own, so that the mark is in the list and not in the chosen text. */
export function DefaultOptions<Item extends Choosable>({ items, mark, others, text }: DefaultOptionsProps<Item>) {
  const options = (isDefault: boolean) =>
    items
      .filter((item) => item.isDefault === isDefault)
      .map((item) => (
        <option key={item.id} value={item.id}>
          {text(item)}
        </option>
      ))
  const marked = options(true)
  const rest = options(false)
  if (marked.length === 0) return rest
  return (
    <>
      <optgroup label={mark}>{marked}</optgroup>
      {rest.length > 0 && <optgroup label={others}>{rest}</optgroup>}
    </>
  )
}
