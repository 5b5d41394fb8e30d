import { withConnection } from './single-connection.ts'

/**
 * Ends every session, trusted device and access token of a restored cluster, because sign-outs, dismissals, revocations and new passwords since the
 * backup would be undone, and holds the messages that wait in it, because they may have left since.
 *
 * @param ownerUrl a connection string of the role that owns the database, which is migrated
 */
export async function settleRestored(ownerUrl: string, say: (line: string) => void): Promise<void> {
  const held = await withConnection(ownerUrl, async (owner) => {
    await owner.query('delete from sessions')
    await owner.query('delete from trusted_devices')
    await owner.query('delete from sign_in_tickets')
    await owner.query('update access_tokens set ended_at = now() where ended_at is null')
    return (await owner.query<{ held: number }>('select hold_restored_messages()::int as held')).rows[0]?.held ?? 0
  })
  say('This database was restored from a backup: every user has to sign in again.')
  if (held > 0)
    say(`${held} messages that waited may have been sent since: an admin of each company decides in Mensajes.`)
}
