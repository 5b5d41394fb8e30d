import type { CourierPackage } from '@casillero/shared/contract/packages'
import { Images } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'

const PhotosDialog = defer(() => import('./photos-dialog.tsx').then((module) => module.PhotosDialog), DialogWait)

/** Opens the photos of a package over its invoice. */
export function PhotosButton({ courierPackage }: { courierPackage: CourierPackage }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={<Images size={16} aria-hidden="true" />} onClick={() => setIsOpen(true)}>
        Fotos
      </Button>
      {isOpen && <PhotosDialog courierPackage={courierPackage} onClose={() => setIsOpen(false)} />}
    </>
  )
}
