import type { FormTexts } from './form-dialog.tsx'

/** A noun with its article, which gives the gender: `la tarifa`. */
export type Thing = `${'el' | 'la'} ${string}`

function buildParts(thing: Thing) {
  const noun = thing.slice(3)
  return { noun: noun.charAt(0).toUpperCase() + noun.slice(1), ending: thing.startsWith('la') ? 'a' : 'o' }
}

export function savingTexts(thing: Thing): { creating: FormTexts; editing: FormTexts } {
  const { noun, ending } = buildParts(thing)
  const failed = `Error al guardar ${thing}`
  return {
    creating: {
      title: `Nuev${ending} ${noun}`,
      save: `Crear ${noun}`,
      saving: 'Creando...',
      saved: `${noun} cread${ending} exitosamente`,
      failed,
    },
    editing: {
      title: `Editar ${noun}`,
      save: 'Guardar Cambios',
      saving: 'Guardando...',
      saved: `${noun} actualizad${ending} exitosamente`,
      failed,
    },
  }
}

export function removalTexts(thing: Thing) {
  const { noun, ending } = buildParts(thing)
  return {
    confirm: `Eliminar ${noun}`,
    confirming: 'Eliminando...',
    done: `${noun} eliminad${ending} exitosamente`,
    failed: `Error al eliminar ${thing}`,
  }
}
