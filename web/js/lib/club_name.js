// The club's name, as it says that it is called.
import { useEffect } from "./html.js";
import { useApi } from "./api.js";
import { club } from "./club.js";
import { closed } from "./signin.js";
import { useStore } from "./store.js";

/** A club that has no name is called after the program, and so is one that is closed to the reader. */
export function useClub() {
  const shut = useStore(closed);
  const { data } = useApi(shut ? null : "/v1/club");
  const known = useStore(club);
  useEffect(() => {
    if (data) club.set(data);
  }, [data]);
  return (!shut && known?.name) || "Dendro";
}
