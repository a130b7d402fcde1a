import type { Unit } from "../../base/unit.ts";
import type { Mode } from "../nouns.ts";
import type { AcademicIssuerId } from "./issuer_schema.ts";
import type { CredentialsPorts } from "./ports.ts";
import type { CredentialTemplate, TemplateId, TemplateStatus } from "./template_schema.ts";

/** A template as it was read. */
export interface FoundTemplate {
  readonly template: CredentialTemplate;
  /** Replaces the template in the unit; the commit fails if another change was committed first. */
  change(unit: Unit, next: CredentialTemplate): void;
}

/** The templates of all institutions, of the deployment's mode. */
export interface CredentialTemplates {
  add(unit: Unit, template: CredentialTemplate): void;
  find(id: TemplateId): Promise<FoundTemplate | null>;
  /** Newest first. @param academicIssuerId null: of every institution */
  list(asked: {
    readonly academicIssuerId: AcademicIssuerId | null;
    readonly status: TemplateStatus | null;
    readonly limit: number;
    readonly cursor: TemplateId | null;
  }): Promise<{
    readonly templates: readonly CredentialTemplate[];
    readonly nextCursor: TemplateId | null;
  }>;
  /** All approved templates, for the issuer metadata. */
  approved(): Promise<readonly CredentialTemplate[]>;
}

/** The ports of templates. */
export interface TemplatePorts extends CredentialsPorts {
  readonly credentialTemplates: CredentialTemplates;
  readonly mode: Mode;
}
