import assert from "node:assert/strict";
import fc from "fast-check";
import { areFractions, parseShare, shareOf } from "../../../core/kyb/percentages.ts";

function read(written: number | string): readonly number[] | null {
  const share = parseShare(written);
  const parts = share === null ? null : shareOf(share, false);
  return parts === null ? null : [parts.minimum, parts.maximum];
}

Deno.test("parseShare() reads what people write, exactly, in 1/10,000", async (t) => {
  const cases: readonly (readonly [number | string, readonly number[] | null])[] = [
    [25, [2500, 2500]],
    [0, [0, 0]],
    [0.25, [25, 25]],
    [33.33, [3333, 3333]],
    [12.345, [1234, 1235]],
    [1e9, [100_000_000_000, 100_000_000_000]],
    [1e21, null],
    [1e-7, [0, 1]],
    [-5, null],
    ["25%", [2500, 2500]],
    ["25,5 %", [2550, 2550]],
    [" 25.5 percent", [2550, 2550]],
    ["25 Prozent", [2500, 2500]],
    ["1/3", [3333, 3334]],
    ["½", [5000, 5000]],
    ["1/0", null],
    ["0/3", [0, 0]],
    // Shares of two owners, or of nobody in particular.
    ["50/50", null],
    ["60/40", null],
    ["1/99", null],
    ["50-50", null],
    ["1/1", null],
    ["4/3", null],
    ["1/3%", null],
    [">25", [2501, 10_000]],
    ["> 25 %", [2501, 10_000]],
    ["≥25", [2500, 10_000]],
    ["25+", [2500, 10_000]],
    ["more than 25", [2501, 10_000]],
    ["<25", [0, 2499]],
    ["25-50", [2500, 5000]],
    ["25 – 50 %", [2500, 5000]],
    ["25 to 50", [2500, 5000]],
    ["ownership-of-shares-25-to-50-percent", [2500, 5000]],
    ["50-25", null],
    [">101", null],
    ["٢٥٪", [2500, 2500]],
    ["２５％", [2500, 2500]],
    ["33 1/3", [3333, 3334]],
    ["33⅓ %", [3333, 3334]],
    ["33 ⅓", [3333, 3334]],
    ["33 1/0", null],
    ["2 5", null],
    ["25 50", null],
    ["25 процентов", [2500, 2500]],
    ["25 pour cent", [2500, 2500]],
    ["25 por ciento", [2500, 2500]],
    ["25 pct.", [2500, 2500]],
    ["25 prosenttia", [2500, 2500]],
    ["25 %.", [2500, 2500]],
    ["25%,", [2500, 2500]],
    ["25% or more", [2500, 10_000]],
    ["25 или более", [2500, 10_000]],
    ["между 25", null],
    ["between 25 and 50", [2500, 5000]],
    ["25% - 50%", [2500, 5000]],
    ["25 bis 50 Prozent", [2500, 5000]],
    ["больше 25", [2501, 10_000]],
    ["plus de 25 %", [2501, 10_000]],
    ["au moins 25 %", [2500, 10_000]],
    ["weniger als 25", [0, 2499]],
    ["~25", null],
    ["25‰", null],
    ["1:3", null],
    ["", null],
    ["most of it", null],
    ["25%25", null],
    ["-5", null],
    ["1e400", null],
    ["9".repeat(61), null],
  ];
  for (const [written, expected] of cases) {
    await t.step(JSON.stringify(written), () => assert.deepEqual(read(written), expected));
  }
});

Deno.test("a share of so many parts is read back as it is, whatever writes it", () => {
  const parts = fc.integer({ min: 0, max: 10_000 });
  fc.assert(fc.property(parts, (some) => {
    const units = Math.floor(some / 100);
    const rest = String(some % 100).padStart(2, "0");
    for (const text of [`${units}.${rest}`, `${units},${rest} %`]) {
      assert.deepEqual(read(text), [some, some]);
    }
    assert.deepEqual(read(`${some}/10000`), some === 10_000 ? null : [some, some]);
    assert.deepEqual(read(Number(`${units}.${rest}`)), [some, some]);
  }));
});

Deno.test("a ratio lies between its limits, which are one part apart at most", () => {
  const ratio = fc.tuple(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 1, max: 1e6 }));
  fc.assert(fc.property(ratio, ([over, under]) => {
    fc.pre(over < under && over + under !== 100);
    const [minimum = NaN, maximum = NaN] = read(`${over}/${under}`) ?? [];
    const exact = BigInt(over) * 10_000n;
    assert(BigInt(minimum) * BigInt(under) <= exact && exact <= BigInt(maximum) * BigInt(under));
    assert(maximum - minimum <= 1);
  }));
});

Deno.test("n equal ratios of n never come to more than the whole, and never to less than n parts under it", () => {
  fc.assert(fc.property(fc.integer({ min: 2, max: 200 }), (n) => {
    // A share of 1 beside one of 99.
    fc.pre(n !== 99);
    const [minimum = NaN, maximum = NaN] = read(`1/${n}`) ?? [];
    assert(minimum * n <= 10_000 && minimum * n > 10_000 - n);
    assert(maximum * n >= 10_000);
  }));
});

Deno.test("parseShare() answers anything, with whole numbers of at least 0 or null", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.double()), (written) => {
    for (const part of read(written) ?? []) assert(Number.isSafeInteger(part) && part >= 0);
  }));
});

Deno.test("areFractions() takes parts of 1 only where all come to about 1", async (t) => {
  const cases = [
    { shares: [0.25, 0.75], expected: true },
    { shares: ["0,5", "1/2"], expected: true },
    { shares: [1], expected: true },
    { shares: [0.333, 0.333, 0.333], expected: true },
    { shares: [0.25, 0.25], expected: false },
    { shares: [0.5, "50 %"], expected: false },
    { shares: [0.5, 0.5, 1], expected: false },
    { shares: [25, 75], expected: false },
    { shares: ["1/2", "1/2"], expected: false },
    { shares: [], expected: false },
  ];
  for (const { shares, expected } of cases) {
    await t.step(JSON.stringify(shares), () => {
      const read = shares.map(parseShare).filter((share) => share !== null);
      assert.equal(areFractions(read), expected);
    });
  }
});
