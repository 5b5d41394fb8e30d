import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { PasswordAnswer, PasswordTask } from './password-threads.ts'

// As for papers, calls come first.
if (process.platform === 'linux') setPriority(10)

function answer(task: PasswordTask): PasswordAnswer {
  try {
    return { text: 'cost' in task ? hashSync(task.password, task.cost) : String(verifySync(task.hash, task.password)) }
  } catch (failure) {
    return { failure }
  }
}

parentPort?.on('message', (task: PasswordTask) => {
  parentPort?.postMessage(answer(task))
})
