export const controlClass =
  'min-h-(--control) w-full min-w-0 rounded-md border border-control bg-surface px-3 text-input text-fg disabled:border-line disabled:bg-surface-3 disabled:text-subtle read-only:not-[select]:border-line read-only:not-[select]:bg-surface-2 read-only:not-[select]:text-muted aria-invalid:border-danger aria-invalid:not-focus-visible:shadow-[inset_0_0_0_1px_var(--danger)]'
