/** Hidden for short waits. */
export function ProgressBar() {
  return (
    <div aria-hidden="true" className="absolute inset-x-0 top-0 z-1 h-0.5 animate-late overflow-hidden">
      <div className="h-full w-1/4 animate-progress bg-primary" />
    </div>
  )
}
