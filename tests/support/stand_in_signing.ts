import { concatBytes } from "../../base/bytes.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type {
  AuthorizationData,
  DocumentRefusal,
  ProviderRefusal,
  SigningCredential,
  SigningService,
  TimestampAuthority,
  TimestampRefusal,
  TrustServiceProvider,
} from "../../core/seal/ports.ts";

/** A signing service without cryptography that counts its calls. */
export interface StandInSigning {
  readonly service: SigningService;
  /** Calls of the provider's `signHash`. */
  readonly signed: {
    readonly credentialId: string;
    readonly authorization: AuthorizationData | null;
  }[];
  /** Documents that are open. */
  open(): number;
}

/** Answers that replace a stand-in's good answers. */
export interface StandInAnswers {
  readonly document?: DocumentRefusal;
  /** Awaited before a document is open. */
  readonly turn?: () => Promise<void>;
  /** Minimum bytes that a signature appends. */
  readonly appendedBytes?: number;
  /**
   * The refusal of a timestamp authority to which calls are paused; by default no authority is
   * configured.
   */
  readonly timestamps?: TimestampRefusal;
  readonly credential?: ProviderRefusal;
  /** Authorization objects by credential ID; default: no credential needs a PIN. */
  readonly objectIdsOf?: (credentialId: string) => readonly string[];
  /** Awaited before `signHash` answers; errors are passed on. */
  readonly sign?: () => Promise<Result<Uint8Array, ProviderRefusal>>;
}

const provider = { name: "Stand-in TSP", specs: "2.2.0.0", methods: ["signatures/signHash"] };

/** Opens a signing service that appends a comment instead of a signature. */
export function standInSigning(answers: StandInAnswers = {}): StandInSigning {
  const signed: StandInSigning["signed"] = [];
  let open = 0;
  const trustService: TrustServiceProvider = {
    describe: () => Promise.resolve(ok(provider)),
    listCredentials: () => Promise.resolve(ok([])),
    findCredential: ({ credentialId }) => {
      const { credential: refusal, objectIdsOf = () => [] } = answers;
      const found: SigningCredential = {
        credentialId,
        provider,
        certificates: [],
        algorithm: "ecdsa-p256",
        signAlgo: "1.2.840.10045.4.3.2",
        authenticationObjectIds: objectIdsOf(credentialId),
      };
      return Promise.resolve(refusal === undefined ? ok(found) : { ok: false, refusal });
    },
    signHash: async ({ credential: { credentialId }, authorization }) => {
      signed.push({ credentialId, authorization });
      return await answers.sign?.() ?? ok(new Uint8Array([signed.length]));
    },
  };
  return {
    signed,
    open: () => open,
    service: {
      provider: trustService,
      timestamps: answers.timestamps === undefined ? null : leftAlone(answers.timestamps),
      deadline: () => new AbortController().signal,
      documents: {
        open: async (document) => {
          await answers.turn?.();
          if (answers.document !== undefined) return refuse(answers.document);
          open++;
          const { appendedBytes = 0 } = answers;
          return ok(openedDocument(document, { appendedBytes, close: () => open-- }));
        },
      },
    },
  };
}

function leftAlone(refusal: TimestampRefusal): TimestampAuthority {
  return {
    findUnavailable: () => refusal,
    request: () => Promise.resolve(refuse(refusal)),
  };
}

function openedDocument(
  document: Uint8Array<ArrayBuffer>,
  { appendedBytes, close }: { readonly appendedBytes: number; readonly close: () => void },
) {
  let signature = new Uint8Array(0);
  return {
    prepare: () => Promise.resolve(ok(new Uint8Array(32))),
    accept: (accepted: Uint8Array) => {
      signature = new Uint8Array(accepted);
      return Promise.resolve(ok(null));
    },
    finish: async () => {
      const appended = new TextEncoder().encode(
        `%signed ${signature.toHex()}\n`.padEnd(appendedBytes),
      );
      const whole = concatBytes([document, appended]);
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
      return ok({ appended, resultSha256: digest.toHex() });
    },
    close,
  };
}
