import { Tag } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { defer } from '../../../ui/feedback/defer.tsx'
import { DialogWait } from '../../../ui/overlays/dialog-wait.tsx'

const LabelDialog = defer(() => import('./label-dialog.tsx').then((module) => module.LabelDialog), DialogWait)

type LabelButtonProps = {
  label: string
  names: () => readonly string[]
  className?: string
}

export function LabelButton({ label, names, className }: LabelButtonProps) {
  const [printed, setPrinted] = useState<readonly string[]>()
  return (
    <>
      <Button icon={<Tag size={16} aria-hidden="true" />} className={className} onClick={() => setPrinted(names())}>
        {label}
      </Button>
      {printed && <LabelDialog names={printed} onClose={() => setPrinted(undefined)} />}
    </>
  )
}
