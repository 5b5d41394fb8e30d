import { Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { hasSounds, keepSounds } from '../../lib/sounds.ts'
import { IconButton } from '../controls/icon-button.tsx'

export function SoundButton() {
  const [isLoud, setIsLoud] = useState(hasSounds)
  return (
    <IconButton
      label={isLoud ? 'Quitar el sonido' : 'Poner el sonido'}
      icon={isLoud ? <Volume2 size={18} aria-hidden="true" /> : <VolumeX size={18} aria-hidden="true" />}
      className="[--icon-btn:44px]"
      onClick={() => {
        keepSounds(!isLoud)
        setIsLoud(!isLoud)
      }}
    />
  )
}
