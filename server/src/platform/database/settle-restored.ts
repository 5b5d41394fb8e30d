import { withConnection } from './single-connection.ts'

/**
 * A restore brings back what ended since the backup, such as sessions. Waiting messages are held, because they may have left since.
 * @param ownerUrl a connection string of the role that owns the database, which is migrated
 */
export async function settleRestored(ownerUrl: string, say: (line: string) => void): Promise<void> {
  const held = await withConnection(ownerUrl, async (owner) => {
    await owner.query('select end_restored_secrets()')
    return (await owner.query<{ held: number }>('select hold_restored_messages()::int as held')).rows[0]?.held ?? 0
  })
  say(
    'This database was restored from a backup: every user and client has to sign in again, and links that were shared have ended.',
  )
  if (held > 0)
    say(`${held} messages that waited may have been sent since: an admin of each company decides in Mensajes.`)
}
