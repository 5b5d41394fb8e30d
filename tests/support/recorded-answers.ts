/** Recorded answers of the real gateway to a send; phone and text are those of the recording. */

const request = {
  path: '/api/sendText',
  method: 'POST',
  body: { session: 'default', chatId: '50588887777@c.us', text: 'hola', linkPreview: false },
  query: {},
}

const engineError = (message: string, text = 'hola') => ({
  statusCode: 500,
  timestamp: '2026-11-20T18:24:01.027Z',
  exception: { message, name: 'Error', stack: '<stack trimmed>' },
  request: { ...request, body: { ...request.body, text } },
  version: { version: '2026.2.1', engine: 'NOWEB', tier: 'CORE', browser: null, platform: 'linux/x64' },
})

const guard = (status: string) => ({
  error: 'Session status is not as expected. Try again later or restart the session',
  session: 'default',
  status,
  expected: ['WORKING'],
})

const nest = (statusCode: number, error: string, message: string) => ({ message, error, statusCode })

const accepted = {
  key: { remoteJid: '50588887777@s.whatsapp.net', fromMe: true, id: '3EB082351EBEFA52F465B4' },
  message: { extendedTextMessage: { text: 'Su paquete ya está en camino' } },
  messageTimestamp: '1795199001',
  status: 'PENDING',
}

/** The recorded answers, each with the outcome for the message. */
export const recordedAnswers: [string, number, unknown, string][] = [
  ['accepted', 201, accepted, 'sent'],
  ['accepted by another engine', 201, { id: 'true_50588887777@c.us_3EB0AB' }, 'sent'],
  ['an empty 201', 201, null, 'ambiguous'],
  ['a wrong key', 401, { message: 'Unauthorized', statusCode: 401 }, 'down'],
  ['a key of another session', 403, nest(403, 'Forbidden', 'Forbidden resource'), 'down'],
  ['no such session', 422, { error: 'Session "default" does not exist', session: 'default' }, 'notReady'],
  ['a session not found', 404, nest(404, 'Not Found', 'Session not found'), 'notReady'],
  ['a stopped session', 422, guard('STOPPED'), 'notReady'],
  ['a starting session', 422, guard('STARTING'), 'notReady'],
  ['a session that waits for its scan', 422, guard('SCAN_QR_CODE'), 'notReady'],
  ['a failed session', 422, guard('FAILED'), 'notReady'],
  [
    'another name in the old version',
    422,
    nest(422, 'Unprocessable Entity', "WAHA Core support only 'default'"),
    'refused',
  ],
  ['no session named', 400, nest(400, 'Bad Request', 'Session name is required'), 'refused'],
  ['a closed connection', 500, engineError('Connection Closed'), 'transient'],
  ['a lock', 500, engineError('async-lock timed out in queue default'), 'transient'],
  ['a time-out of the engine', 500, engineError('Timed Out'), 'ambiguous'],
  ['an unknown error', 500, engineError("Cannot read properties of undefined (reading 'match')"), 'ambiguous'],
  ['a restriction', 500, engineError('error 463'), 'paused'],
  ['too many', 500, engineError('rate-overlimit'), 'paused'],
  ['too many, by status', 429, null, 'paused'],
  ['a number without WhatsApp', 500, engineError('No LID for user'), 'refused'],
  [
    'a time-out for a text that names errors',
    500,
    engineError('Timed Out', 'caja 463, rate-overlimit, no LID, does not exist, Connection Closed'),
    'ambiguous',
  ],
  ['a redirect', 302, null, 'down'],
  ['a proxy without a gateway', 502, null, 'down'],
  ['a proxy while it starts', 503, null, 'down'],
  ['a proxy that gave up waiting', 504, null, 'ambiguous'],
]
