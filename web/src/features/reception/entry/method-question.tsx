import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import type { Settings } from '../device/settings.ts'
import { methodIcon, methodNames } from '../rows/entry-chips.tsx'
import type { EntryDesk } from './use-entry.ts'

/** A new device asks at its first code, and saves nothing before. docs/product/reception.md, "Entering". */
export function useMethodQuestion(desk: EntryDesk, { isMethodChosen }: Settings) {
  const [isAsking, setIsAsking] = useState(false)
  const isOpen = () => !isMethodChosen && desk.read('tracking') !== ''
  // Synchronous, before a scanner's next key.
  const ask = () => flushSync(() => setIsAsking(true))
  return {
    isAsking,
    stopAsking: () => setIsAsking(false),
    desk: {
      ...desk,
      take: (place: Parameters<EntryDesk['take']>[0]) => {
        if (place !== 'tracking' && isOpen()) return void ask()
        const taken = desk.take(place)
        if (isOpen()) ask()
        return taken
      },
      takeCode: (code: string) => {
        desk.takeCode(code)
        if (isOpen()) ask()
      },
    },
  }
}

type MethodQuestionProps = { onChoose: (change: Partial<Settings>) => void; onClose: () => void }

/** No button has the focus, so that a scanner's Enter chooses nothing. */
export const MethodQuestion = ({ onChoose, onClose }: MethodQuestionProps) => (
  <Dialog title="¿Cómo viajan estos paquetes?" size="sm" shape="card" onClose={onClose}>
    <div className="grid gap-3 px-5 pt-1 pb-5">
      <div className="grid grid-cols-2 gap-3">
        {(['aereo', 'maritimo'] as const).map((method) => (
          <Button
            key={method}
            size="lg"
            icon={methodIcon(method, 18)}
            onClick={() => onChoose({ method, isMethodChosen: true })}
          >
            {methodNames[method]}
          </Button>
        ))}
      </div>
      <p className="text-help text-muted">Se pregunta una vez en este equipo; arriba puede cambiarlo.</p>
    </div>
  </Dialog>
)
