// A file on its way to the daemon. The browser reads it from the disk as it sends, so that its size does not matter,
// and tells how far it is, which fetch cannot.
import { Unreachable, head, online, refusal } from "./api.js";
import { at } from "./base.js";

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * POSTs a file; resolves with the JSON of the answer, throws Problem, Unreachable or an AbortError. `onSent` hears
 * which part is on its way: 1 when all of it is, and the daemon has the word.
 * @param {string} path
 * @param {Blob} body
 * @param {{ onSent?: (part: number) => void, signal?: AbortSignal }} [options]
 * @returns {Promise<unknown>}
 */
export function upload(path, body, { onSent, signal } = {}) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", at(path));
    for (const [name, value] of Object.entries(head())) request.setRequestHeader(name, value);
    request.setRequestHeader("Content-Type", "text/plain"); // what it really is, the daemon finds out
    request.upload.onprogress = ({ loaded, total }) => onSent?.(total > 0 ? loaded / total : 0);
    request.upload.onload = () => onSent?.(1);
    request.onload = () => {
      online.set(true);
      const answer = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300 && answer) resolve(answer);
      else reject(refusal(answer ?? { title: request.statusText }, request.status));
    };
    request.onerror = () => reject(new Unreachable("upload"));
    request.onabort = () => reject(new DOMException("", "AbortError"));
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}
