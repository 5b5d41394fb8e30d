import { Camera as CameraIcon } from 'lucide-react'
import { IconButton } from '../controls/icon-button.tsx'
import { Spinner } from '../controls/spinner.tsx'
import { defer } from '../feedback/defer.tsx'

const Waiting = () => (
  <div className="grid min-h-40 place-items-center rounded-md bg-surface-3">
    <Spinner label="Abriendo la cámara..." />
  </div>
)

export const DeferredCamera = defer(() => import('./camera.tsx').then((module) => module.Camera), Waiting)

/** Available only over HTTPS and on localhost. */
export function CameraButton({ onOpen, className }: { onOpen: () => void; className?: string }) {
  if (navigator.mediaDevices?.getUserMedia === undefined) return null
  return (
    <IconButton
      label="Escanear con la cámara"
      icon={<CameraIcon size={20} aria-hidden="true" />}
      className={className}
      onClick={onOpen}
    />
  )
}
