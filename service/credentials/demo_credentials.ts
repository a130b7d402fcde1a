import type { Units } from "../../base/unit.ts";
import type { DemoCredentials } from "../../core/credentials/demo_ports.ts";
import type { CredentialBatches } from "../../core/credentials/batch_ports.ts";
import type { CredentialTemplates } from "../../core/credentials/template_ports.ts";

/** The dependencies of {@link openDemoCredentials}. */
export interface DemoDependencies
  extends Pick<DemoCredentials, "institution" | "issuer" | "offerDays"> {
  readonly credentialTemplates: Pick<CredentialTemplates, "add" | "find">;
  readonly credentialBatches: Pick<CredentialBatches, "prepare" | "find">;
  readonly units: Units;
}

/** Opens the ports of demo offers, over the templates and batches of all clients. */
export function openDemoCredentials(
  { credentialTemplates, credentialBatches, units, ...settings }: DemoDependencies,
): DemoCredentials {
  return {
    ...settings,
    ensureTemplate: async (template) => {
      if (await credentialTemplates.find(template.id) !== null) return;
      const unit = units.begin();
      credentialTemplates.add(unit, template);
      // Where it is lost, another has just put it there.
      await units.commit(unit);
    },
    accept: async (batch, row) => {
      const prepared = await credentialBatches.prepare(batch, [row]);
      const unit = units.begin();
      prepared.add(unit);
      await units.commit(unit);
      const accepted = await credentialBatches.find(batch.id);
      if (accepted === null) throw new Error("A demo batch was accepted and is not there");
      for await (const item of accepted.items()) return item;
      throw new Error("A demo batch was accepted without its row");
    },
  };
}
