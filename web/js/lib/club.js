// The club's name, as its checkpoints have it.
import { useApi } from "./api.js";
import { closed } from "./signin.js";
import { useStore } from "./store.js";

/** A club that has no name is called after the program. */
export function useClub() {
  const { data } = useApi(useStore(closed) ? null : "/v1/log/key", { keep: true });
  const name = /^dendro\/([^+]*)\+/.exec(data ?? "")?.[1];
  return name && name !== "club" ? name : "Dendro";
}
