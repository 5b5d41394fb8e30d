/** A kind of record with its article, which gives the gender: `la tarifa`. */
export type Thing = `${'el' | 'la'} ${string}`

/** The texts of a deletion that all records share: `Eliminar Tarifa`, `Tarifa eliminada exitosamente`. */
export function removalTexts(thing: Thing) {
  const noun = capital(thing.slice(3))
  return {
    confirm: `Eliminar ${noun}`,
    confirming: 'Eliminando...',
    done: `${noun} ${thing.startsWith('la') ? 'eliminada' : 'eliminado'} exitosamente`,
    failed: `Error al eliminar ${thing}`,
  }
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
