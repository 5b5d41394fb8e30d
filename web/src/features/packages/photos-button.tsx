import type { CourierPackage } from '@casillero/shared/contract/packages'
import { Images } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { PackagePhotos } from './package-photos.tsx'
import { packageNumber } from './package-text.ts'

/** Over its invoice. */
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

type PhotosDialogProps = { courierPackage: CourierPackage; onClose: () => void }

const PhotosDialog = ({ courierPackage, onClose }: PhotosDialogProps) => (
  <Dialog
    title="Fotos del paquete"
    badge={<Tag>{packageNumber(courierPackage)}</Tag>}
    size="3xl"
    firstFocus="[data-close]"
    onClose={onClose}
    footer={
      <Button data-close variant="primary" className="max-md:flex-1" onClick={onClose}>
        Cerrar
      </Button>
    }
  >
    <div className="px-4 md:px-5">
      <PackagePhotos courierPackage={courierPackage} />
    </div>
  </Dialog>
)
