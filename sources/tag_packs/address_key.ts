import { addressOnNetwork, isKnownNetwork } from "../../standards/wallet_address/network.ts";
import { networkCode } from "../../standards/wallet_address/network_code.ts";
import type { ListFileBounds } from "../../core/policy/list_files.ts";
import type { TagFindingReason } from "./schema.ts";

/** The key of a written address on a written network; null with a finding if invalid. */
export type KeyOf = (
  network: string | null,
  address: string,
  note: (reason: TagFindingReason, text: string) => void,
) => { readonly network: string; readonly key: string } | null;

/** Opens the making of keys; addresses that are impossible on any network are dropped. */
export function openKeys(
  { addressCharactersMax }: Pick<ListFileBounds, "addressCharactersMax">,
): KeyOf {
  return (written, address, note) => {
    const code = networkCode(written ?? "");
    if (code === null) {
      note("network_unusable", `${written ?? "none"} ${address}`);
      return null;
    }
    if (address.length > addressCharactersMax) {
      note("address_too_long", `${code} ${address}`);
      return null;
    }
    const { network, key, isOfNetwork } = addressOnNetwork(code, address);
    if (!isKnownNetwork(code)) note("network_unknown", `${written} ${address}`);
    if (network !== code) note("network_of_token", `${code} ${address} is of ${network}`);
    if (isOfNetwork === false) note("address_form_unknown", `${network} ${address}`);
    if (/^0x0+$/.test(key)) note("address_zero", `${network} ${address}`);
    return { network, key };
  };
}
