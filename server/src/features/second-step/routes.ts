import { secondStepEndpoints } from '@casillero/shared/contract/second-step'
import { hashDevice } from '../../platform/auth/session.ts'
import { type Route, serve, serveAnyone, serveInSteps, serveReading } from '../../platform/http/endpoint.ts'
import { confirmAtSignIn, offerAtSignIn, putOff } from './activate-at-sign-in.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { offerApp } from './offer-app.ts'
import { addPasskey, offerPasskey, removePasskey, renamePasskey } from './own-passkeys.ts'
import { confirmOwnApp, confirmPerson, removeOwnSecondStep, renewOwnCodes, resetOfUser } from './own-second-step.ts'
import { challengePasskey } from './prove-passkey.ts'
import { getOwnSecondStep, getSecondStep } from './queries.ts'

export const secondStepRoutes: Route[] = [
  serveAnyone(secondStepEndpoints.finish, (visitor, { body, origin }) => finishSignIn(visitor, { ...body, origin })),
  serveAnyone(secondStepEndpoints.challenge, (visitor, { body, origin }) =>
    challengePasskey(visitor, {
      ticket: body.ticket,
      device: body.device === undefined ? null : hashDevice(body.device),
      origin,
    }),
  ),
  serveAnyone(secondStepEndpoints.offerAtSignIn, (visitor, { body }) => offerAtSignIn(visitor, body.ticket)),
  serveAnyone(secondStepEndpoints.confirmAtSignIn, (visitor, { body }) => confirmAtSignIn(visitor, body)),
  serveAnyone(secondStepEndpoints.putOff, (visitor, { body }) => putOff(visitor, body.ticket)),
  serve(secondStepEndpoints.own, (db, _input, session) => getOwnSecondStep(db, session)),
  serveInSteps(secondStepEndpoints.offerApp, async (asCaller, { body }) => {
    await confirmPerson(asCaller, body.currentPassword)
    return await asCaller((db, { userId }) => offerApp(db, userId))
  }),
  serveInSteps(secondStepEndpoints.confirmApp, (asCaller, { body }) => confirmOwnApp(asCaller, body.code)),
  serveInSteps(secondStepEndpoints.renewCodes, (asCaller, { body }) => renewOwnCodes(asCaller, body.currentPassword)),
  serveInSteps(secondStepEndpoints.remove, (asCaller, { body }) => removeOwnSecondStep(asCaller, body.currentPassword)),
  serveInSteps(secondStepEndpoints.offerPasskey, async (asCaller, { body, origin }) => {
    await confirmPerson(asCaller, body.currentPassword)
    return await offerPasskey(asCaller, origin)
  }),
  serveInSteps(secondStepEndpoints.addPasskey, (asCaller, { body, origin }) =>
    addPasskey(asCaller, { ...body, origin }),
  ),
  serve(secondStepEndpoints.renamePasskey, (db, { params, body }) => renamePasskey(db, params.id, body.name)),
  serve(secondStepEndpoints.removePasskey, (db, { params }) => removePasskey(db, params.id)),
  serveReading(secondStepEndpoints.ofUser, (db, { params }) => getSecondStep(db, params.id)),
  serve(secondStepEndpoints.reset, (db, { params }, session) => resetOfUser(db, params.id, session)),
]
