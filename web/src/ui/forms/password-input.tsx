import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { TextInput, type TextInputProps } from './text-input.tsx'

export function PasswordInput(input: Omit<TextInputProps, 'type' | 'className' | 'before' | 'after'>) {
  const [isShown, setIsShown] = useState(false)
  return (
    <span className="relative block">
      <TextInput {...input} type={isShown ? 'text' : 'password'} className="pr-12" />
      <button
        type="button"
        aria-label={isShown ? 'Ocultar contraseña' : 'Mostrar contraseña'}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-muted hover:text-fg"
      >
        {isShown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
      </button>
    </span>
  )
}
