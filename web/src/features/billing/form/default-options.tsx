type Choosable = { id: string; isDefault: boolean }

type DefaultOptionsProps<Item extends Choosable> = {
  items: readonly Item[]
  mark: string
  others: string
  text: (item: Item) => string
}

/** Puts the default's mark into a group label, so that the chosen text does not contain it. */
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
