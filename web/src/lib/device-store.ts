/** Each part stores objects by one of their properties. */
export type DeviceStore = {
  all<Row>(part: string): Promise<Row[]>
  has(part: string, key: string): Promise<boolean>
  /** Starts writing before it returns, so that a killed page loses nothing. Resolves when the data is stored. */
  write(parts: readonly string[], change: (partOf: (part: string) => IDBObjectStore) => void): Promise<void>
}

const awaitRequest = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const awaitTransaction = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })

/**
 * `keys` names each part's key property. Rejects if the browser has no storage. The end of a session deletes the store; later writes are
 * refused.
 */
export async function openDeviceStore(name: string, keys: Readonly<Record<string, string>>): Promise<DeviceStore> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    for (const [part, keyPath] of Object.entries(keys)) request.result.createObjectStore(part, { keyPath })
  }
  const database = await awaitRequest(request)
  database.onversionchange = () => database.close()
  return {
    all: (part) => awaitRequest(database.transaction(part).objectStore(part).getAll()),
    has: async (part, key) =>
      (await awaitRequest(database.transaction(part).objectStore(part).getKey(key))) !== undefined,
    write: async (parts, change) => {
      const transaction = database.transaction(parts, 'readwrite', { durability: 'strict' })
      change((part) => transaction.objectStore(part))
      // Commits without waiting for the requests' answers.
      transaction.commit()
      await awaitTransaction(transaction)
    },
  }
}
