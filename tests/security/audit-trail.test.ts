import { openShop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { on } from './support/on-world.ts'
import { type Held, threat } from './support/threat.ts'

const changes = [
  'update audit_entries set label = label',
  'delete from audit_entries',
  'truncate audit_entries',
  `insert into audit_entries (company_id, user_name, action, entity, entity_id, label)
   values (current_company(), 'x', 'update', 'users', uuidv7(), 'x')`,
  `select write_audit('users', 'update', current_company(), uuidv7(), 'x', null, null)`,
  'alter table audit_entries disable row level security',
  'drop trigger audit_update on clients',
  `select set_config('session_replication_role', 'replica', true)`,
]

/** Tries what a careless or an injected statement could do with the rights of requests. */
async function changeTheTrail(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const client = await world.owner.connect()
  try {
    for (const change of changes) {
      await client.query('begin')
      await client.query(`select set_config('app.company_id', $1, true)`, [shop.id])
      await client.query('set local role casillero_app')
      const outcome = await client.query(change).then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
      await client.query('rollback')
      held(outcome === '42501', `${change}: ${outcome}`)
    }
  } finally {
    client.release()
  }
}

threat('T-36', { what: 'A trail that a request changes', asvs: ['16.4.2'] }, ({ proof, control }) => {
  proof('no request can add to the trail, change it or stop it', on(changeTheTrail))
  control(
    'a right to change the trail',
    on(changeTheTrail, {
      weaken: (world) => world.owner.query('grant update, delete on audit_entries to casillero_app'),
    }),
  )
})
