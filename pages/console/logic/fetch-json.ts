/** Loads JSON of this origin. @throws {Error} If the response is not a success. */
export async function fetchJson<Value>(path: string): Promise<Value> {
  const response = await fetch(path, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`GET ${path} returned ${response.status}.`);
  return response.json();
}
