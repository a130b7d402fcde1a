import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { readStatusList, type StatusList } from "../../../standards/status_list/status_list.ts";
import { writeStatusList } from "../../../standards/status_list/write_status_list.ts";
import { packStatuses } from "../../support/packed_statuses.ts";

const vectors = JSON.parse(
  await Deno.readTextFile(
    new URL("../../../fixtures/vectors/status_list/token-status-list.json", import.meta.url),
  ),
);

for (const [name, { status, bytesHex }] of Object.entries<ShortVector>(vectors.short)) {
  Deno.test(`packStatuses(): ${name} of the draft has the draft's bytes`, () => {
    const bits = name === "bits1" ? 1 : 2;
    assert.equal(packStatuses(bits, status).bytes.toHex(), bytesHex);
  });
}

for (const [name, vector] of Object.entries<EncodedVector>(vectors.encoded)) {
  Deno.test(`writeStatusList(): ${name} of the draft inflates to the draft's bytes`, async () => {
    const statuses = new Array<number>(vector.bytes * 8 / vector.bits).fill(0);
    for (const [index, status] of vector.nonZero) statuses[index] = status;
    const claim = await writeStatusList(packStatuses(vector.bits, statuses));
    assert.equal(claim["bits"], vector.bits);
    // Encoders of zlib differ; what comes out does not.
    const [ours, theirs] = [claim["lst"] as string, vector.lst].map((lst) =>
      inflateSync(Uint8Array.fromBase64(lst, { alphabet: "base64url" }))
    );
    assert(ours!.equals(theirs!));
    assert.match(claim["lst"] as string, /^[A-Za-z0-9_-]+$/);
  });
}

Deno.test("readStatusList() reads what writeStatusList() writes, of any size", async () => {
  const list = fc.constantFrom<StatusList["bits"]>(1, 2, 4, 8).chain((bits) =>
    fc.tuple(fc.constant(bits), fc.array(fc.nat(2 ** bits - 1), { maxLength: 300 }))
  );
  await fc.assert(fc.asyncProperty(list, async ([bits, statuses]) => {
    const packed = packStatuses(bits, statuses);
    const read = readStatusList(await writeStatusList(packed));
    assert.equal(read?.bits, bits);
    assert.deepEqual(new Uint8Array(read!.bytes), packed.bytes);
  }));
});

interface ShortVector {
  readonly status: readonly number[];
  readonly bytesHex: string;
}

interface EncodedVector {
  readonly bits: StatusList["bits"];
  readonly lst: string;
  readonly bytes: number;
  readonly nonZero: readonly (readonly [number, number])[];
}
