import { z } from "zod";
import type { CredentialTemplates, FoundTemplate } from "../../core/credentials/template_ports.ts";
import type { AcademicIssuerId } from "../../core/credentials/issuer_schema.ts";
import {
  CredentialTemplate,
  TemplateId,
  TemplateStatus,
} from "../../core/credentials/template_schema.ts";
import type { Mode } from "../../core/nouns.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { keysReadMax } from "../store/budget.ts";
import { defineKey } from "../store/define_key.ts";
import { encrypted } from "../store/encrypted.ts";
import type { Key } from "../store/key.ts";
import { create, type Entry, put, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Key of a template. */
export const credentialTemplates = defineKey({
  name: "credential_template",
  parts: ["templateId"],
  value: "the template, encrypted",
  lifetime: "for ever",
  personal: "yes: what the reviewer writes",
  protected: "encrypted",
});

/** Names of templates: of every institution (`all`), of one, and approved ones. */
export const credentialTemplateNames = defineKey({
  name: "credential_template_name",
  parts: ["mode", "all, of or approved", "academicIssuerId (of)", "templateId"],
  value: "the template's status",
  lifetime: "as its template",
  personal: "no",
  protected: null,
});

/** The dependencies of {@link openCredentialTemplates}. */
export interface CredentialTemplateDependencies {
  readonly store: Store;
  /** The deployment's mode: templates of another mode do not exist here. */
  readonly mode: Mode;
  /** The `at-rest` data keys: notes are free text. */
  readonly atRest: KeyRing;
}

const Named = z.strictObject({ status: TemplateStatus });

/** Opens the templates of all institutions, of one mode. */
export function openCredentialTemplates(
  { store, mode, atRest }: CredentialTemplateDependencies,
): CredentialTemplates {
  const stored = encrypted(CredentialTemplate, atRest);
  const all = credentialTemplateNames.key(mode, "all");
  const approved = credentialTemplateNames.key(mode, "approved");
  const of = (id: AcademicIssuerId) => credentialTemplateNames.key(mode, "of", id);

  const names = ({ id, academicIssuerId, status }: CredentialTemplate) =>
    [all, of(academicIssuerId), ...(status === "APPROVED" ? [approved] : [])]
      .map((prefix) => put(Named, [...prefix, id], { status }));

  const found = (entry: Entry<CredentialTemplate>): FoundTemplate => ({
    template: entry.value,
    change: (unit, next) => addTo(unit, [entry.check, entry.set(next), ...names(next)]),
  });

  async function read(ids: readonly TemplateId[]): Promise<readonly CredentialTemplate[]> {
    const templates: CredentialTemplate[] = [];
    for (let at = 0; at < ids.length; at += keysReadMax) {
      const keys = ids.slice(at, at + keysReadMax).map((id) => credentialTemplates.key(id));
      const entries = await store.getMany(stored, keys);
      templates.push(...entries.flatMap((entry) => entry === null ? [] : [entry.value]));
    }
    return templates;
  }

  return {
    add: (unit, template) =>
      addTo(unit, [
        ...create(stored, credentialTemplates.key(template.id), template),
        ...names(template),
      ]),
    find: async (id) => {
      const entry = await store.get(stored, credentialTemplates.key(id));
      return entry?.value.mode === mode ? found(entry) : null;
    },
    list: async ({ academicIssuerId, status, limit, cursor }) => {
      const prefix = academicIssuerId === null ? all : of(academicIssuerId);
      const range = cursor === null ? { prefix } : { prefix, end: [...prefix, cursor] as Key };
      const page: TemplateId[] = [];
      for await (const { key, value } of store.list(Named, range, { reverse: true })) {
        if (status !== null && value.status !== status) continue;
        if (page.length === limit) {
          return { templates: await read(page), nextCursor: page.at(-1) ?? null };
        }
        page.push(idOf(key));
      }
      return { templates: await read(page), nextCursor: null };
    },
    approved: async () => {
      const entries = await Array.fromAsync(store.list(Named, { prefix: approved }));
      return await read(entries.map(({ key }) => idOf(key)));
    },
  };
}

function idOf(name: Key): TemplateId {
  return TemplateId.parse(name.at(-1));
}
