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
  serveAnyone(secondStepEndpoints.challenge, async (visitor, { body, origin }) => ({
    data: await challengePasskey(visitor, {
      ticket: body.ticket,
      device: body.device === undefined ? null : hashDevice(body.device),
      origin,
    }),
  })),
  serveAnyone(secondStepEndpoints.offerAtSignIn, async (visitor, { body }) => ({
    data: await offerAtSignIn(visitor, body.ticket),
  })),
  serveAnyone(secondStepEndpoints.confirmAtSignIn, (visitor, { body }) => confirmAtSignIn(visitor, body)),
  serveAnyone(secondStepEndpoints.putOff, (visitor, { body }) => putOff(visitor, body.ticket)),
  serve(secondStepEndpoints.own, async (db, _input, session) => ({ data: await getOwnSecondStep(db, session) })),
  serveInSteps(secondStepEndpoints.offerApp, async (asCaller, { body }) => {
    await confirmPerson(asCaller, body.currentPassword)
    return { data: await asCaller((db, { userId }) => offerApp(db, userId)) }
  }),
  serveInSteps(secondStepEndpoints.confirmApp, async (asCaller, { body }) => ({
    data: await confirmOwnApp(asCaller, body.code),
  })),
  serveInSteps(secondStepEndpoints.renewCodes, async (asCaller, { body }) => ({
    data: await renewOwnCodes(asCaller, body.currentPassword),
  })),
  serveInSteps(secondStepEndpoints.remove, async (asCaller, { body }) => ({
    data: await removeOwnSecondStep(asCaller, body.currentPassword),
  })),
  serveInSteps(secondStepEndpoints.offerPasskey, async (asCaller, { body, origin }) => {
    await confirmPerson(asCaller, body.currentPassword)
    return { data: await offerPasskey(asCaller, origin) }
  }),
  serveInSteps(secondStepEndpoints.addPasskey, async (asCaller, { body, origin }) => ({
    data: await addPasskey(asCaller, { ...body, origin }),
  })),
  serve(secondStepEndpoints.renamePasskey, async (db, { params, body }) => ({
    data: await renamePasskey(db, params.id, body.name),
  })),
  serve(secondStepEndpoints.removePasskey, async (db, { params }) => ({ data: await removePasskey(db, params.id) })),
  serveReading(secondStepEndpoints.ofUser, async (db, { params }) => ({ data: await getSecondStep(db, params.id) })),
  serve(secondStepEndpoints.reset, async (db, { params }, session) => ({
    data: await resetOfUser(db, params.id, session),
  })),
]
