// Printed by `deno task sdk` from the route records. Do not edit.
type Schemas = components["schemas"];
/** Schemas of the API. */
export interface components {
  schemas: {
    /** `UNKNOWN`: the credential has no status list, or the list is currently unavailable */
    AcademicRevocationStatus: "VALID" | "REVOKED" | "UNKNOWN";
    /** What was read in another way than it is written, cannot be read, or is missing. Never a gate, and of the request alone: nothing that screening or a register found */
    AdvisoryFlag: {
      code:
        | "HIDDEN_CHARACTERS_REMOVED"
        | "COUNTRY_CODE_REPLACED"
        | "COUNTRY_UNREADABLE"
        | "REGISTRY_NUMBER_UNREADABLE"
        | "REGISTRY_NUMBER_FORMAT_INVALID"
        | "REGISTRY_NUMBER_CHECKSUM_INVALID"
        | "ROLE_UNREADABLE"
        | "DOB_AMBIGUOUS"
        | "DOB_UNREADABLE"
        | "NATIONALITY_UNREADABLE"
        | "NATIONALITY_AMBIGUOUS"
        | "PERCENTAGE_UNREADABLE"
        | "PERCENTAGE_OUT_OF_RANGE"
        | "PERCENTAGE_SCALE_ASSUMED"
        | "EMAIL_UNREADABLE"
        | "AI_DRAFTER_UNAVAILABLE"
        | "AI_VALUE_REJECTED"
        | "DIRECTOR_MISSING"
        | "OWNER_MISSING"
        | "SMO_FALLBACK_WITHOUT_REASON"
        | "UBO_BELOW_THRESHOLD_WITHOUT_CONTROL_BASIS"
        | "UBO_SHARE_MISSING"
        | "OWNERSHIP_SUM_OVER_100"
        | "OWNERSHIP_UNEXPLAINED"
        | "SHAREHOLDER_AT_THRESHOLD_NOT_UBO"
        | "CORPORATE_OWNER_UNRESOLVED"
        | "NOMINEE_HINT"
        | "PERSON_DOB_MISSING"
        | "PERSON_DOB_FUTURE"
        | "PERSON_MINOR"
        | "PERSON_TOO_OLD"
        | "PERSON_NATIONALITY_MISSING"
        | "DUPLICATE_PERSON_CONFLICT"
        | "NAME_MISSING"
        | "NAME_TWO_PERSONS"
        | "NAME_SINGLE_TOKEN"
        | "NAME_HAS_DIGITS"
        | "PLACEHOLDER_VALUE";
      /** The same in words, for the applicant */
      message: string;
      /** Such as `persons[0].dob`; empty: the whole request */
      path: string;
    };
    AssigneeRequest: {
      /** Your own id of the person; null or absent: none */
      assignee?: string | null;
    };
    AuthorizationRequest: {
      /** The verifier with its prefix, to which a presentation is bound */
      client_id: string;
      /** Absent where the wallet knows the verifier beforehand (`AVAL_VERIFIER_ID=url`) */
      client_metadata?: {
        encrypted_response_enc_values_supported?: string[];
        /** The key of this one session, where answers are encrypted (`direct_post.jwt`) */
        jwks?: {
          keys: [
            {
              alg: "ECDH-ES";
              crv: "P-256";
              kid: string;
              kty: "EC";
              use: "enc";
              x: string;
              y: string;
            },
          ];
        };
        vp_formats_supported: {
          "dc+sd-jwt": {
            "kb-jwt_alg_values": string[];
            "sd-jwt_alg_values": string[];
          };
          mso_mdoc: {
            deviceauth_alg_values: number[];
            issuerauth_alg_values: number[];
          };
        };
      };
      dcql_query: Schemas["DcqlQuery"];
      nonce: string;
      response_mode: "direct_post" | "direct_post.jwt";
      response_type: "vp_token";
      response_uri: string;
      state: string;
    };
    /** `PENDING`: the batch is not approved; `OFFERED`: a wallet can redeem it; `REDEEMED`: a wallet has the credential; `EXPIRED`: the offer has expired, and a new one can be made; `REVOKED`: the credential or its offer was revoked */
    BatchItemStatus: "PENDING" | "OFFERED" | "REDEEMED" | "EXPIRED" | "REVOKED";
    /** `APPROVED`: its items are offers that wallets redeem */
    BatchStatus: "PENDING_APPROVAL" | "APPROVED";
    BegunEventDelivery: {
      deliveryId: string;
      eventId: string;
    };
    BegunEventTest: {
      eventId: string;
    };
    /** `absent`: a side does not say, or the date asked for stands for none (1970-01-01, any before 1905) and agrees with none. `not_a_person`: the name reads as a person's, and the listed party is a body, vessel or aircraft */
    BirthRelation:
      | "absent"
      | "same_day"
      | "day_month_swapped"
      | "one_digit_off"
      | "same_month"
      | "same_year"
      | "within_range"
      | "other_day"
      | "near_year"
      | "different"
      | "years_apart"
      | "not_a_person";
    CallbackError: {
      error: string;
      /** Where the wallet sends the browser (OpenID4VP 1.0 §8.2), of a session that was started with `returnUrl` */
      redirect_uri?: string;
      sessionId: string;
      status: "failed";
    };
    CallbackReply: {
      amlResult: Schemas["Classification"] | null;
      booleanProofs: {
        ageOver18: boolean;
      } | {
        /** Whether what was asked for holds today. False for a driving licence that has expired, and for a power of representation outside of its dates, that grants no full powers, or that nothing ties to the person; a claim that is not what it must be is refused instead */
        claimsVerified: boolean;
      };
      frozenDecisionArtifact: {
        /** The engine's release, `+`, and the first 8 hex digits of the SHA-256 of all that may change an answer: two builds that may answer differently never share it */
        engineVersion: string;
        ensembleWeightsHash: string;
        gatesHash: string;
        listSnapshotIds: string[];
      } | null;
      /** True where `amlResult` is POSSIBLE_MATCH. False of CLEAR, where no screening ran, and of CONFIRMED_MATCH: branch on `amlResult`, never on this alone */
      humanReviewRequired: boolean;
      /** The lists of persons that were used. Empty if no screening ran */
      listsChecked: string[];
      method: "eudi_wallet";
      /** As in a screening: present when the name could not be compared in the usual way, and how it was */
      nameCoverage?: {
        /** Those of them that no list has: more than a particle of the name was compared with nothing, so that a person must look. The reason of a POSSIBLE_MATCH without candidates */
        unreadScripts?: string[];
        /** Scripts (ISO 15924) without a transliteration: compared in themselves only */
        untransliteratedScripts: string[];
        /** Words beyond the 32 that are compared as one name. The name was read as a text and searched for listed names, none of which can be confirmed */
        wordsBeyondOneName?: number;
      };
      /** Whether a candidate is politically exposed. Null if no screening ran, or no list in force contains such persons */
      pepFlag: boolean | null;
      /** Where the wallet sends the browser (OpenID4VP 1.0 §8.2), of a session that was started with `returnUrl` */
      redirect_uri?: string;
      /** Whether a candidate is listed for another reason. Null if no screening ran, or no sanctions list is in force */
      sanctionedFlag: boolean | null;
      sessionId: string;
      templateVersion: string;
    };
    Candidate: {
      classifyResult: Schemas["ClassifyResult"];
      /** Only where `subjectRef` was sent, and your reviewers cleared this customer of this entity by `clearForDays`. It changes neither score nor classification */
      clearedBefore?: {
        pairId: string;
        reasonCode?:
          | "dob_differs"
          | "nationality_differs"
          | "gender_differs"
          | "kind_differs"
          | "identifier_differs"
          | "name_only"
          | "deceased"
          | "delisted"
          | "same_identifier"
          | "same_dob"
          | "insufficient_data"
          | "other";
        /** Format: date-time */
        reviewedAt: string;
        /**
         * Format: date-time
         * The end of the pair
         */
        until: string;
      } | {
        /** The pair has ended by itself, and this decision is the first one after it: the entry or the customer's data are not those that were reviewed, or the time is over */
        lapsed: "entity_changed" | "subject_changed" | "expired";
        pairId: string;
      };
      /** Nationalities and citizenships, ISO 3166-1 alpha-2 */
      countries?: string[];
      /** All that are listed, EDTF (ISO 8601-2) */
      datesOfBirth?: string[];
      /** UUIDv5 of (source, listRef) */
      entityId: string;
      /** The entry's primary name */
      entityName?: string;
      entityType: "INDIVIDUAL" | "ORGANISATION" | "VESSEL" | "AIRCRAFT";
      isPep: boolean;
      linkedPeps: {
        entityId: string;
        name: string;
        relation: "FAMILY" | "ASSOCIATE";
      }[];
      /** When it was listed, where the list says: ISO 8601, of reduced precision too */
      listedOn?: string | null;
      /** The publisher's own identifier of the entry */
      listRef: string;
      /** How it was found, in one way at least. `initials`: by first letters alone. `identifier`: only where identifiers were asked for */
      matchedVia: ("exact" | "fts" | "phonetic" | "trigram" | "identifier" | "initials")[];
      pepCategory: "FOREIGN" | "DOMESTIC" | "INTERNATIONAL_ORGANISATION" | null;
      pepFunctionalCategory:
        | "HEAD_OF_STATE_OR_GOVERNMENT"
        | "MINISTER"
        | "LEGISLATOR"
        | "PARTY_LEADERSHIP"
        | "JUDICIARY"
        | "AUDIT_OR_CENTRAL_BANK"
        | "DIPLOMAT_OR_MILITARY"
        | "STATE_ENTERPRISE"
        | "INTERNATIONAL_ORGANISATION"
        | "REGIONAL_OR_LOCAL"
        | null;
      pepJurisdiction: string | null;
      pepStatus: "CURRENT" | "FORMER" | null;
      /** Sanctions programmes by the publisher's tags */
      programs?: string[];
      /** Stable list key */
      source: string;
      /** The publisher's own page about the entry, where there is one */
      sourceUrl?: string | null;
    };
    CheckType:
      | "age-verification"
      | "aml-identity"
      | "str-guest-registration"
      | "login-authentication"
      | "restricted-purchase-alcohol-18"
      | "restricted-purchase-tobacco-18"
      | "restricted-purchase-lottery-18"
      | "mobile-driving-licence"
      | "corporate-mandate-verification";
    Classification: "CLEAR" | "POSSIBLE_MATCH" | "CONFIRMED_MATCH";
    ClassifyResult: {
      classification: Schemas["Classification"];
      /** The engine's release, `+`, and the first 8 hex digits of the SHA-256 of all that may change an answer: two builds that may answer differently never share it */
      engineVersion: string;
      /** True: score 100, CONFIRMED_MATCH */
      exactMatchShortCircuit: boolean;
      explain: Schemas["Explanation"];
      /** An exact name would have fallen under the threshold by other evidence and was kept at it: a person must look */
      floored: boolean;
      score: number;
    };
    ClearedPair: {
      /** The decision whose review began it */
      decisionId: string;
      entityId: string;
      entityName: string | null;
      /** Why it has ended; null while it holds */
      lapsed: "entity_changed" | "subject_changed" | "expired" | null;
      listRef: string;
      pairId: string;
      reasonCode:
        | "dob_differs"
        | "nationality_differs"
        | "gender_differs"
        | "kind_differs"
        | "identifier_differs"
        | "name_only"
        | "deceased"
        | "delisted"
        | "same_identifier"
        | "same_dob"
        | "insufficient_data"
        | "other"
        | null;
      /** Format: date-time */
      reviewedAt: string;
      /** Your own id of the person who reviews, encrypted at rest */
      reviewer: string | null;
      source: string;
      state: Schemas["PairState"];
      subjectRef: Schemas["SubjectRef"];
      /** Format: date-time */
      until: string;
    };
    ClearedPairPage: {
      /** For the next page; null at the end. A page may hold fewer pairs than `limit` and have one */
      nextCursor: string | null;
      pairs: Schemas["ClearedPair"][];
    };
    CreatedEventEndpoint: {
      /** Format: date-time */
      createdAt: string;
      description: string | null;
      disabledBy: Schemas["EventEndpointDisabledBy"];
      enabled: boolean;
      endpointId: string;
      publicKeySignature: boolean;
      /** Signs deliveries (`v1`). It is shown in this answer alone */
      secret: string;
      /** null: all */
      types: string[] | null;
      url: string;
    };
    CredentialBatch: {
      /** The institution, by the id that the operator assigned */
      academicIssuerId: string;
      /** Format: date-time */
      approvedAt: string | null;
      /** A signatory of the institution */
      approvedBySignatoryId: string | null;
      batchId: string;
      /** Format: date-time */
      createdAt: string;
      credentialTemplateId: string;
      /** Rows that were accepted */
      itemCount: number;
      /** A signatory of the institution */
      preparedBySignatoryId: string;
      status: Schemas["BatchStatus"];
      /** `API`: by `rows`; `CSV_UPLOAD`: by `csvContent` */
      submissionMethod: "CSV_UPLOAD" | "API";
    };
    CredentialBatchItem: {
      itemId: string;
      /** Null where it was not rechecked */
      lastRecheck: {
        matches: boolean;
        /** Format: date-time */
        recheckedAt: string;
        /** A signatory of the institution */
        recheckingSignatoryId: string;
      } | null;
      /** Format: date-time */
      offerExpiresAt: string | null;
      /** The link or QR code for the student's wallet. Any wallet with it can redeem the credential. Null unless the item is OFFERED */
      offerUri: string | null;
      /** Format: date-time */
      redeemedAt: string | null;
      /** Format: date-time */
      revokedAt: string | null;
      /** Null once the item is redeemed or revoked */
      row: {
        claimValues: {
          [key: string]: unknown;
        };
        institutionStudentId: string | null;
        studentDob: string | null;
        studentEmail: string;
        studentFullName: string;
      } | null;
      status: Schemas["BatchItemStatus"];
    };
    CredentialBatchWithItems: {
      /** The institution, by the id that the operator assigned */
      academicIssuerId: string;
      /** Format: date-time */
      approvedAt: string | null;
      /** A signatory of the institution */
      approvedBySignatoryId: string | null;
      batchId: string;
      /** Format: date-time */
      createdAt: string;
      credentialTemplateId: string;
      /** Rows that were accepted */
      itemCount: number;
      items: Schemas["CredentialBatchItem"][];
      /** A signatory of the institution */
      preparedBySignatoryId: string;
      status: Schemas["BatchStatus"];
      /** `API`: by `rows`; `CSV_UPLOAD`: by `csvContent` */
      submissionMethod: "CSV_UPLOAD" | "API";
    };
    CredentialOfferRenewed: {
      batchId: string;
      itemId: string;
      /** Format: date-time */
      offeredAt: string;
      /** Format: date-time */
      offerExpiresAt: string;
      offerUri: string;
      status: "OFFERED";
    };
    CredentialRecheck: {
      differences: {
        /** `*`: a name that the template's schema does not define */
        claim: string;
        /** The claims that were entered again, compared with those on file */
        kind: "missing" | "unexpected" | "different";
      }[];
      itemId: string;
      matches: boolean;
    };
    CredentialRevocation: {
      itemId: string;
      /**
       * Format: date-time
       * When it was revoked first
       */
      revokedAt: string;
      status: "REVOKED";
    };
    CredentialTemplate: {
      /** The institution, by the id that the operator assigned */
      academicIssuerId: string;
      /** JSON Schema 2020-12 of the claims */
      claimsSchema: Record<string, never>;
      /** Format: date-time */
      createdAt: string;
      credentialType: Schemas["CredentialType"];
      /** Format: date-time */
      reviewedAt: string | null;
      reviewNotes: string | null;
      /** Which claims the holder may withhold */
      sdJwtDisclosureFrame: Record<string, never>;
      status: Schemas["TemplateStatus"];
      /** Format: date-time */
      submittedAt: string | null;
      templateId: string;
      /** Type of the template's credentials (SD-JWT VC) */
      vct: string;
    };
    /** What it certifies: that a person studies, has completed a module, or has a degree */
    CredentialType: "ENROLMENT" | "MODULE_COMPLETION" | "DEGREE_AWARD";
    DcqlQuery: {
      credential_sets?: {
        options: string[][];
        /** @default true */
        required?: boolean;
      }[];
      credentials: ({
        claim_sets?: string[][];
        claims?: {
          id?: string;
          path: (string | number | null)[];
          values?: (string | number | boolean)[];
        }[];
        format: "dc+sd-jwt";
        id: string;
        meta: {
          vct_values: string[];
        };
        multiple?: false;
      } | {
        claim_sets?: string[][];
        claims?: {
          id?: string;
          path: (string | number | null)[];
          values?: (string | number | boolean)[];
        }[];
        format: "mso_mdoc";
        id: string;
        meta: {
          doctype_value: string;
        };
        multiple?: false;
      })[];
    };
    DecisionMeta: {
      /** Only where there were more candidates than are answered: how many. With `otherNames`, at least so many */
      candidatesTotal?: number;
      /** CLEAR says nothing about a check that is not named here */
      checksRun: ("name" | "wallet" | "identifiers")[];
      decisionId: string;
      /** The engine's release, `+`, and the first 8 hex digits of the SHA-256 of all that may change an answer: two builds that may answer differently never share it */
      engineVersion: string;
      ensembleWeightsHash: string;
      gatesHash: string;
      /** True of a POSSIBLE_MATCH until its first review, of whatever outcome. False of CLEAR, and of CONFIRMED_MATCH, which needs no judgement: branch on `classification`, never on this alone */
      humanReviewRequired: boolean;
      listSnapshotIds: string[];
      /** The mode that ran */
      mode: "sandbox" | "live";
      /** Present when the name could not be compared in the usual way, and how it was */
      nameCoverage?: {
        /** Those of them that no list has: more than a particle of the name was compared with nothing, so that a person must look. The reason of a POSSIBLE_MATCH without candidates */
        unreadScripts?: string[];
        /** Scripts (ISO 15924) without a transliteration: compared in themselves only */
        untransliteratedScripts: string[];
        /** Words beyond the 32 that are compared as one name. The name was read as a text and searched for listed names, none of which can be confirmed */
        wordsBeyondOneName?: number;
      };
      /** Only where your client's record asks for two people (`fourEyes`) */
      review?: {
        state: Schemas["ReviewState"];
      };
      /** True when the body named a mode that differs from the deployment's: settled as sandbox */
      sandboxOverride: boolean;
      /** Only where the request asked for a part of the lists: CLEAR says nothing of the others */
      scope?: {
        entityType?: "INDIVIDUAL" | "ORGANISATION" | "VESSEL" | "AIRCRAFT";
        sources?: string[];
      };
      /** `subjectRef` of the request, where it had one */
      subjectRef?: string;
      /** Only where no nationality names a country that is known: it was no evidence */
      unrecognizedNationality?: true;
    };
    DecisionReadBack: {
      candidates: Schemas["Candidate"][];
      classification: Schemas["Classification"];
      customerReviews: Schemas["Review"][];
      /** Of a confirmed match, most recent first; only where there are some */
      dispositions?: Schemas["Disposition"][];
      meta: Schemas["DecisionMeta"];
      wallet: Schemas["WalletResult"];
    };
    DeletedEventEndpoint: {
      endpointId: string;
    };
    DemoOffer: {
      /** The offer by value (OpenID4VCI 1.0 §4.1.2) */
      credentialOffer: {
        credential_configuration_ids: string[];
        credential_issuer: string;
        grants: {
          "urn:ietf:params:oauth:grant-type:pre-authorized_code": {
            "pre-authorized_code": string;
          };
        };
      };
      /** The same by reference: the link or QR code for a wallet */
      credentialOfferUri: string;
      /** Format: date-time */
      expiresAt: string;
    };
    /** An entry of `digital.requests` of `navigator.credentials.get`, signed where the verifier has a certificate */
    DigitalCredentialRequest: {
      data: {
        client_metadata: {
          encrypted_response_enc_values_supported?: string[];
          /** The key of this one session, where answers are encrypted (`direct_post.jwt`) */
          jwks?: {
            keys: [
              {
                alg: "ECDH-ES";
                crv: "P-256";
                kid: string;
                kty: "EC";
                use: "enc";
                x: string;
                y: string;
              },
            ];
          };
          vp_formats_supported: {
            "dc+sd-jwt": {
              "kb-jwt_alg_values": string[];
              "sd-jwt_alg_values": string[];
            };
            mso_mdoc: {
              deviceauth_alg_values: number[];
              issuerauth_alg_values: number[];
            };
          };
        };
        dcql_query: Schemas["DcqlQuery"];
        nonce: string;
        response_mode: "dc_api" | "dc_api.jwt";
        response_type: "vp_token";
      };
      protocol: "openid4vp-v1-unsigned";
    } | {
      data: {
        /** The same members as a signed request object, with `client_id` and `expected_origins` */
        request: string;
      };
      protocol: "openid4vp-v1-signed";
    };
    DigitalSessionInitiated: {
      digitalCredentialRequest: Schemas["DigitalCredentialRequest"];
      /** Format: date-time */
      expiresAt: string;
      /** The URL to which your server posts the browser's result, together with `state` */
      responseUri: string;
      sessionId: string;
      /** Reads this one session back (`X-Aval-Verify-Session-Token`), safe to use in a page. It never gets the evidence pack. */
      sessionToken: string;
      /** For your server alone: it authorizes the answer */
      state: string;
      templateVersion: string;
    };
    Disposition: {
      decision: "confirmed_match" | "false_positive" | "escalated";
      /** Format: date-time */
      disposedAt: string;
      dispositionId: string;
      identity?: Schemas["PersonIdentity"];
      notes: string | null;
      reasonCode?:
        | "dob_differs"
        | "nationality_differs"
        | "gender_differs"
        | "kind_differs"
        | "identifier_differs"
        | "name_only"
        | "deceased"
        | "delisted"
        | "same_identifier"
        | "same_dob"
        | "insufficient_data"
        | "other";
      /** Your own id of the person who reviews, encrypted at rest */
      reviewer: string;
    };
    DispositionRequest: {
      decision: "confirmed_match" | "false_positive" | "escalated";
      /** Free text of the reviewer, encrypted at rest */
      notes?: string | null;
      reasonCode?:
        | "dob_differs"
        | "nationality_differs"
        | "gender_differs"
        | "kind_differs"
        | "identifier_differs"
        | "name_only"
        | "deceased"
        | "delisted"
        | "same_identifier"
        | "same_dob"
        | "insufficient_data"
        | "other"
        | null;
      /** Your own id of the person who reviews, encrypted at rest */
      reviewer: string;
    };
    DispositionResponse: {
      classification: Schemas["Classification"];
      decisionId: string;
      dispositions: Schemas["Disposition"][];
      state: Schemas["ReviewState"];
    };
    EmployerCallbackReply: {
      booleanProofs: {
        /** Always true: a presentation that fails verification is refused and gives no decision */
        claimsVerified: boolean;
      };
      sessionId: string;
      status: "completed";
      templateVersion: string;
    };
    /** `academic-credential` accepts a degree or a module, `academic-enrolment-status` an enrolment */
    EmployerCheckType: "academic-credential" | "academic-enrolment-status";
    EmployerSession: {
      checkType: Schemas["EmployerCheckType"];
      /** Format: date-time */
      createdAt: string;
      decision: {
        booleanProofs: {
          /** Always true: a presentation that fails verification is refused and gives no decision */
          claimsVerified: boolean;
        };
        credentialType: Schemas["CredentialType"];
        /** What the student showed, delivered at most once: by the first claim-mode read. Null before and after, and in lists */
        disclosedClaims: {
          [key: string]: unknown;
        } | null;
        issuer: {
          /** ISO 3166-1 alpha-2 (`C`) */
          country: string | null;
          /** The institution: the organisation (`O`) of its certificate */
          name: string | null;
        };
        method: "eudi_wallet";
        revocationStatus: Schemas["AcademicRevocationStatus"];
        templateVersion: string;
      } | null;
      /** Why it failed: the wallet's own error code, or the rule that its answer broke */
      error: string | null;
      /** Format: date-time */
      expiresAt: string;
      sessionId: string;
      status: Schemas["SessionStatus"];
      templateVersion: string;
    };
    EmployerSessionInitiated: {
      authorizationRequest: Schemas["AuthorizationRequest"];
      /** The request as a URI, for a QR code or a link on the same device */
      authorizationRequestUri: string;
      /** Format: date-time */
      expiresAt: string;
      sessionId: string;
      templateVersion: string;
    };
    EmployerSessionRequest: {
      checkType: Schemas["EmployerCheckType"];
      /** In sandbox accepted as given; in live the bearer token identifies the client */
      clientId?: string | null;
    };
    EmployerSessions: {
      /** Null at the end */
      nextCursor: string | null;
      sessions: Schemas["EmployerSession"][];
    };
    EncryptedCallbackRequest: {
      error?: string | null;
      error_description?: string | null;
      /** Compact JWE of the other members, to the key in the request */
      response?: string | null;
      /** Required where `response` is absent, and of a session by `dc_api` */
      state?: string | null;
      /** Presentations by credential id, each a text or an array of one text */
      vp_token?: {
        [key: string]: string | string[];
      } | null;
    };
    EndedPair: {
      pairId: string;
    };
    ErasureResult: {
      deleted: {
        idempotencyRecords: number;
      };
      /** The reason why a person must decide about a KYB record; null if none is linked */
      requiresLegalReview: string | null;
    };
    Event:
      | Schemas["Event_screening_match"]
      | Schemas["Event_screening_reviewed"]
      | Schemas["Event_screening_review_overdue"]
      | Schemas["Event_screening_cleared_pair_lapsed"]
      | Schemas["Event_batch_done"]
      | Schemas["Event_monitoring_run_done"]
      | Schemas["Event_lists_changed"]
      | Schemas["Event_verification_completed"]
      | Schemas["Event_verification_failed"]
      | Schemas["Event_verification_expired"]
      | Schemas["Event_credential_redeemed"]
      | Schemas["Event_credential_revoked"]
      | Schemas["Event_kyb_application_decided"]
      | Schemas["Event_client_throttled"]
      | Schemas["Event_endpoint_disabled"]
      | Schemas["Event_endpoint_test"];
    Event_batch_done: {
      data: {
        batchId: string;
        counts: {
          clear: number;
          cleared: number;
          confirmed: number;
          done: number;
          items: number;
          possible: number;
          skipped: number;
        };
        state: "DONE" | "CANCELLED" | "EXPIRED";
      };
      /** The same in the feed and in every delivery */
      id: string;
      /**
       * Format: date-time
       * When it happened
       */
      timestamp: string;
      type: "batch.done";
    };
    Event_client_throttled: {
      data: {
        service: string;
        /** Format: date-time */
        throttledUntil: string;
      };
      /** The same in the feed and in every delivery */
      id: string;
      /**
       * Format: date-time
       * When it happened
       */
      timestamp: string;
      type: "client.throttled";
    };
    Event_credential_redeemed: {
      data: {
        batchId: string;
        credentialTemplateId: string;
        itemId: string;
      };
      /** The same in the feed and in every delivery */
      id: string;
      /**
       * Format: date-time
       * When it happened
       */
      timestamp: string;
      type: "credential.redeemed";
    };
    Event_credential_revoked: {
      data: {
        batchId: string;
        /** false: its offer was not redeemed */
        issued: boolean;
        itemId: string;
      };
      /** The same in the feed and in every delivery */
      id: string;
      /**
       * Format: date-time
       * When it happened
       */
      timestamp: string;
      type: "credential.revoked";
    };
    Event_endpoint_disabled: {
      data: {
        /** `gone`: it answered 410. `failing`: the tenth try of an event failed too */
        cause: "gone" | "failing";
        endpointId: string;
      };
      /** The same in the feed and in every delivery */
      id: string;
      /**
       * Format: date-time
       * When it happened
       */
      timestamp: string;
      type: "endpoint.disabled";
    };
    Event_endpoint_test: {
      data: {
        endpointId: string;
      };
      /** The same in the feed and in every delivery */
      id: string;
      /**
       * Format: date-time
       * When it happened
       */
      timestamp: string;
      type: "endpoint.test";
    };
    Event_kyb_application_decided: {
      data: {
        applicationId: string;
        decision: "APPROVED" | "REJECTED";
      };
      /** The same in the feed and in every delivery */
      id: string;
      /**
       * Format: date-time
       * When it happened
       */
      timestamp: string;
      type: "kyb.application_decided";
    };
    Event_lists_changed: {
      data: {
        snapshotId: string;
        /** The sources of which an entry was added, changed or removed */
        sources: {
          added: number;
          changed: number;
          removed: number;
          source: string;
          /** null: the source is gone */
          version: string | null;
        }[];
      };
      /** The same in the feed and in every delivery */
      id: string;
      /**
       * Format: date-time
       * When it happened
       */
      timestamp: string;
      type: "lists.changed";
    };
    Event_monitoring_run_done: {
      data: {
        compared: number;
        /** false: the book was removed before it had come past every customer */
        complete: boolean;
        hits: number;
        kind: "delta" | "whole" | "requested";
        opened: number;
        runId: string;
        subjects: number;
      };
      /** The same in the feed and in every delivery */
      id: string;
      /**
       * Format: date-time
       * When it happened
       */
      timestamp: string;
      type: "monitoring.run_done";
    };
    Event_screening_cleared_pair_lapsed: {
      data: {
        /** The decision that found it */
        decisionId: string;
        entityId: string;
        lapsed: "entity_changed" | "subject_changed" | "expired";
        pairId: string;
        /** `subjectRef` of the request; null where it had none */
        subjectRef: string | null;
      };
      /** The same in the feed and in every delivery */
      id: string;
      /**
       * Format: date-time
       * When it happened
       */
      timestamp: string;
      type: "screening.cleared_pair_lapsed";
    };
    Event_screening_match: {
      data: {
        /** Of a decision of a batch */
        batchId?: string;
        classification: "POSSIBLE_MATCH" | "CONFIRMED_MATCH";
        decisionId: string;
        origin: "api" | "batch" | "monitoring";
        /** `subjectRef` of the request; null where it had none */
        subjectRef: string | null;
      };
      /** The same in the feed and in every delivery */
      id: string;
      /**
       * Format: date-time
       * When it happened
       */
      timestamp: string;
      type: "screening.match";
    };
    Event_screening_review_overdue: {
      data: {
        classification: "POSSIBLE_MATCH" | "CONFIRMED_MATCH";
        decisionId: string;
        /** Format: date-time */
        dueAt: string;
        state: "NONE" | "OPEN" | "PROPOSED" | "ESCALATED" | "CLOSED";
        /** `subjectRef` of the request; null where it had none */
        subjectRef: string | null;
      };
      /** The same in the feed and in every delivery */
      id: string;
      /**
       * Format: date-time
       * When it happened
       */
      timestamp: string;
      type: "screening.review_overdue";
    };
    Event_screening_reviewed: {
      data: {
        decision: "confirmed_match" | "false_positive" | "escalated";
        decisionId: string;
        /** Of a disposition */
        dispositionId?: string;
        /** Of a review */
        reviewId?: string;
        /** The decision's state after it */
        state: "NONE" | "OPEN" | "PROPOSED" | "ESCALATED" | "CLOSED";
        /** `subjectRef` of the request; null where it had none */
        subjectRef: string | null;
      };
      /** The same in the feed and in every delivery */
      id: string;
      /**
       * Format: date-time
       * When it happened
       */
      timestamp: string;
      type: "screening.reviewed";
    };
    Event_verification_completed: {
      data: {
        checkType: string;
        sessionId: string;
      };
      /** The same in the feed and in every delivery */
      id: string;
      /**
       * Format: date-time
       * When it happened
       */
      timestamp: string;
      type: "verification.completed";
    };
    Event_verification_expired: {
      data: {
        checkType: string;
        sessionId: string;
      };
      /** The same in the feed and in every delivery */
      id: string;
      /**
       * Format: date-time
       * When it happened
       */
      timestamp: string;
      type: "verification.expired";
    };
    Event_verification_failed: {
      data: {
        checkType: string;
        /** As the session has it */
        error: string;
        sessionId: string;
      };
      /** The same in the feed and in every delivery */
      id: string;
      /**
       * Format: date-time
       * When it happened
       */
      timestamp: string;
      type: "verification.failed";
    };
    EventAttempt: {
      /** Format: date-time */
      at: string;
      milliseconds: number;
      outcome: Schemas["EventAttemptOutcome"];
      /** Of the answer; null without one */
      status: number | null;
    };
    /** `delivered`: a status of 2xx. `status`, `redirect`: another one; no redirect is followed. `address_not_public`: the host led to an address that is none of the Internet's. `malformed`: the connection ended without an answer, or with none of HTTP. `not_permitted`: the deployment may not connect to it */
    EventAttemptOutcome:
      | "delivered"
      | "status"
      | "redirect"
      | "timeout"
      | "connection"
      | "malformed"
      | "address_not_public"
      | "not_permitted";
    EventDelivery: {
      attempts: Schemas["EventAttempt"][];
      /** Format: date-time */
      createdAt: string;
      deliveryId: string;
      eventId: string;
      /** Format: date-time */
      nextAttemptAt: string | null;
      state: Schemas["EventDeliveryState"];
      type: string;
    };
    EventDeliveryPage: {
      deliveries: Schemas["EventDelivery"][];
      nextCursor: string | null;
    };
    /** `FAILED`: it is not tried again */
    EventDeliveryState: "PENDING" | "DELIVERED" | "FAILED";
    EventEndpoint: {
      /** Format: date-time */
      createdAt: string;
      description: string | null;
      disabledBy: Schemas["EventEndpointDisabledBy"];
      enabled: boolean;
      endpointId: string;
      publicKeySignature: boolean;
      /** null: all */
      types: string[] | null;
      url: string;
    };
    EventEndpointChange: {
      description?: string | null;
      /** true also enables one again that was disabled for its failures */
      enabled?: boolean | null;
      publicKeySignature?: boolean | null;
      /** null: all types */
      types?:
        | (
          | "screening.match"
          | "screening.reviewed"
          | "screening.review_overdue"
          | "screening.cleared_pair_lapsed"
          | "batch.done"
          | "monitoring.run_done"
          | "lists.changed"
          | "verification.completed"
          | "verification.failed"
          | "verification.expired"
          | "credential.redeemed"
          | "credential.revoked"
          | "kyb.application_decided"
          | "client.throttled"
          | "endpoint.disabled"
        )[]
        | null;
      /** https, on 443 or a port from 1024 on; its host must lead to public addresses alone, whenever an event is delivered. A sandbox also delivers to this machine, by http too */
      url?: string | null;
    };
    /** `client`: by a change. `gone`: it answered 410. `failing`: the tenth try of an event failed, and none had succeeded since the first */
    EventEndpointDisabledBy: "client" | "gone" | "failing" | null;
    EventEndpointList: {
      endpoints: Schemas["EventEndpoint"][];
    };
    EventEndpointRequest: {
      /** For yourself */
      description?: string | null;
      /** Whether deliveries also have a signature `v1a` by the service's own key, as `/.well-known/aval-events-keys` publishes it. Default: no */
      publicKeySignature?: boolean | null;
      /** The types that are delivered. Absent: all, those of later versions too */
      types?:
        | (
          | "screening.match"
          | "screening.reviewed"
          | "screening.review_overdue"
          | "screening.cleared_pair_lapsed"
          | "batch.done"
          | "monitoring.run_done"
          | "lists.changed"
          | "verification.completed"
          | "verification.failed"
          | "verification.expired"
          | "credential.redeemed"
          | "credential.revoked"
          | "kyb.application_decided"
          | "client.throttled"
          | "endpoint.disabled"
        )[]
        | null;
      /** https, on 443 or a port from 1024 on; its host must lead to public addresses alone, whenever an event is delivered. A sandbox also delivers to this machine, by http too */
      url: string;
    };
    EventPage: {
      /** For the next page: the last event of this one, else that which was asked for */
      after: string | null;
      events: Schemas["Event"][];
      /** Whether there are more events now */
      more: boolean;
    };
    ExcludedTag: {
      abuse: string | null;
      actorId: string | null;
      /** As the pack writes it */
      address: string;
      category: string | null;
      /** The highest weight of category, abuse and concepts */
      categoryWeight: number;
      /** Concepts of the tag, of its category and of its abuse, each with its broader ones */
      concepts: string[];
      confidence: string;
      confidenceLevel: number;
      /** round(categoryWeight × confidenceLevel / 100) */
      contributionScore: number;
      exclusionReason: Schemas["ExclusionReason"];
      isClusterDefiner: boolean;
      isSanctionsConcept: boolean;
      label: string;
      lastmod: string | null;
      /** Canonical code */
      network: string;
      packFile: string;
      packTitle: string;
      source: string | null;
    };
    /** Confidence under the floor; or the same pack tags the address again with a newer lastmod */
    ExclusionReason: "below_confidence_floor" | "superseded";
    Explanation: {
      /** Every token of the matched name, in its order */
      alignment: Schemas["TokenAlignment"][];
      dob?: {
        /** The listed date that was compared (EDTF); null when there was nothing to */
        listed: string | null;
        relation: Schemas["BirthRelation"];
      };
      dobNat: {
        /** 0.75 dob + 0.25 nationality */
        combined: number;
        /** 1 agrees, 0 contradicts, 0.5 nothing to compare */
        dob: number;
        /** 1 agrees, 0 differs, 0.5 nothing to compare */
        nationality: number;
      };
      /** Only where identifiers were asked for: what the list says to each */
      identifiers?: Schemas["IdentifierFact"][];
      /** Edit similarity of the aligned tokens */
      levenshtein: number;
      /** The listed name that matched best */
      matchedName: string;
      /** Only where `otherNames` were asked for: which name this explains, 0 for `name`, 1 for the first of `otherNames`. Positions of words count in it */
      name?: number;
      /** Names alone, before date of birth and nationality */
      nameScore?: number;
      /** Script of the matched name (ISO 15924); other than Latn: an original script */
      nameScript?: string;
      nameStrength: Schemas["NameStrength"];
      nationality?: {
        /** What the list says, ISO 3166-1 alpha-2; empty when there was nothing to compare */
        listed: string[];
        relation: Schemas["NationalityRelation"];
      };
      /** What stands between a possible match and a confirmed one; empty when confirmed */
      notConfirmed?: Schemas["Obstacle"][];
      /** Share of the query's weight that sounds like the listed name */
      phonetic: number;
      readAs?: Schemas["ReadAs"];
      /** What made the score, in order; their points add up to it. Those of `alignment` add up to `tokens_differ` and `listed_missing`, those of `unaccounted` to `query_unaccounted` */
      steps?: Schemas["ScoreStep"][];
      /** Tokens of the query that nothing in the matched name accounts for; of a word that is read as two, one half may stand in `alignment` */
      unaccounted?: Schemas["UnaccountedToken"][];
      /** The vector layer runs in shadow mode only and never drives a decision */
      vector: null;
      /** With date of birth and nationality, before the gates */
      weighedScore?: number;
      weightSet: string;
    };
    ExportedCheckpoint: {
      /** C2SP tlog-checkpoint, a signed note */
      note: string;
      /** Of the signature: `<name>+<key id>+<base64>`. Compare it with the operator's */
      verifierKey: string;
    } | null;
    ExportedEntry: {
      /** Format: date-time */
      at: string;
      event: {
        clientId?: string;
        kind: string;
      } & {
        [key: string]: unknown;
      };
      /** SHA-256 over `aval/audit/v1`, a newline and the entry in RFC 8785 form, hex */
      hash: string | null;
      id: string;
      /** Hash of the entry before it; null as `seq` */
      prev: string | null;
      /** RFC 9162 inclusion proof towards `checkpoint`, leaf first; null when the entry is younger */
      proof: string[] | null;
      /** Position on the chain; null while the event has none yet */
      seq: number | null;
      v: 1;
    };
    IdentifierAsked: {
      /** Who issued it: ISO 3166-1 code, or a country's English name */
      country?: string | null;
      type: Schemas["IdentifierType"];
      /** Compared exactly in upper case and without blanks, hyphens, dots and slashes */
      value: string;
    };
    IdentifierFact: {
      /** The listed value that is the same, as written; else null */
      listed: string | null;
      /** Position in `identifiers` of the request */
      query: number;
      /** `other_country`: the same value, issued by another country. `absent`: the entry has none of this type */
      relation: "same" | "other_country" | "different" | "absent";
      type: Schemas["IdentifierType"];
    };
    IdentifierType:
      | "passport"
      | "national_id"
      | "tax"
      | "registration"
      | "lei"
      | "imo"
      | "mmsi"
      | "call_sign"
      | "tail_number";
    InitiateRequest: {
      /** The channel to the wallet: `redirect` (the default), a link or a QR code; `dc_api`, the browser of your page (Digital Credentials API) */
      channel?: "redirect" | "dc_api" | null;
      checkType: Schemas["CheckType"];
      /** In sandbox accepted as given; in live the bearer token identifies the client */
      clientId: string;
      /** ISO 3166-1 alpha-2, upper case; required for restricted-purchase-*, ignored for other checks, even if invalid. Never sent to the wallet: 18 is 18 everywhere. */
      countryCode?: unknown;
      /** The origin of your page; required for `dc_api` and then one of `returnOrigins` of the client's record, in a sandbox also of a page on this machine. Ignored for other channels, even if invalid. */
      origin?: unknown;
      /** Where a wallet on the same device sends the browser back to, with `response_code` in its query. Its origin is one of the client record's `returnOrigins`; in a sandbox http on this machine will do. */
      returnUrl?: string | null;
    };
    KybApplicationRow: {
      /** Format: date-time */
      acceptedAt: string;
      acceptedBy: string;
      acceptedIdentity?: Schemas["PersonIdentity"];
      clientId: string;
      contactEmail: string | null;
      decision: {
        /** Findings about registers and owners that were accepted with the approval; absent if there were none */
        acknowledged?: Schemas["KybFindingCode"][];
        /** Format: date-time */
        at: string;
        by: string;
        identity?: Schemas["PersonIdentity"];
        rationale: string;
        status: "APPROVED" | "REJECTED";
      } | null;
      /** Format: date-time */
      draftedAt: string;
      drafter: {
        kind: "deterministic" | "ai";
        model: {
          latencyMilliseconds: number;
          name: string;
          outputHash: string | null;
          promptHash: string;
        } | null;
        ruleSetHash: string;
        version: string;
      };
      draftId: string;
      flags: {
        code:
          | "ENTITY_SANCTIONS_CONFIRMED"
          | "PERSON_SANCTIONS_CONFIRMED"
          | "REGISTRY_INACTIVE"
          | "REGISTRY_NOT_FOUND_AUTHORITATIVE"
          | "REGISTRY_NUMBER_MISSING"
          | "REGISTRY_NUMBER_FORMAT_INVALID"
          | "REGISTRY_NUMBER_CHECKSUM_INVALID"
          | "REGISTRY_UNAVAILABLE"
          | "REGISTRY_NOT_FOUND"
          | "REGISTRY_NAME_MISMATCH"
          | "UNKNOWN_COUNTRY"
          | "NO_DIRECTOR"
          | "NO_UBO_AND_NO_SMO"
          | "SMO_FALLBACK_WITHOUT_REASON"
          | "UBO_BELOW_THRESHOLD_WITHOUT_CONTROL_BASIS"
          | "UBO_SHARE_MISSING"
          | "OWNERSHIP_SUM_OVER_100"
          | "OWNERSHIP_UNEXPLAINED"
          | "SHAREHOLDER_AT_THRESHOLD_NOT_UBO"
          | "CORPORATE_OWNER_UNRESOLVED"
          | "NOMINEE_HINT"
          | "PERSON_DOB_MISSING"
          | "PERSON_DOB_INVALID"
          | "PERSON_DOB_FUTURE"
          | "PERSON_MINOR"
          | "PERSON_TOO_OLD"
          | "PERSON_NATIONALITY_MISSING"
          | "PERSON_NATIONALITY_UNKNOWN"
          | "DUPLICATE_PERSON_CONFLICT"
          | "NAME_MISSING"
          | "NAME_TWO_PERSONS"
          | "NAME_SINGLE_TOKEN"
          | "NAME_HAS_DIGITS"
          | "PLACEHOLDER_VALUE"
          | "SCREENING_POSSIBLE_MATCH"
          | "SCREENING_NOT_POSSIBLE"
          | "SCREENING_NAME_UNREAD"
          | "PEP_FOUND"
          | "REGISTRY_NOT_SUPPORTED";
        message: string;
        path: string;
        severity: "info" | "warning" | "critical";
      }[];
      id: string;
      legalName: string;
      mode: "sandbox" | "live";
      recommendation: Schemas["OnboardingRecommendation"];
      registryCountry: string | null;
      /** Place of the court in a German number; null if none is named */
      registryCourt: string | null;
      registryNumber: string | null;
      status: "NEEDS_REVIEW" | "APPROVED" | "REJECTED";
    };
    KybCheckRow: {
      applicationId: string;
      /** Format: date-time */
      checkedAt: string;
      evidence: {
        /** Format: date-time */
        checkedAt: string;
        evidenceHash: string;
        isAuthoritative: boolean;
        number: {
          checksumValid: boolean | null;
          country: string;
          formatValid: boolean | null;
          normalized: string;
          scheme: string | null;
        } | null;
        outcome: "verified";
        provider: string;
        /** Format: date-time */
        recordUpdatedAt?: string;
        /** Format: date-time */
        snapshotAt?: string;
      } | {
        /** Format: date-time */
        checkedAt: string;
        evidenceHash: string;
        isAuthoritative: boolean;
        number: {
          checksumValid: boolean | null;
          country: string;
          formatValid: boolean | null;
          normalized: string;
          scheme: string | null;
        } | null;
        outcome: "not_found";
        provider: string;
        /** Format: date-time */
        recordUpdatedAt?: string;
        /** Format: date-time */
        snapshotAt?: string;
      } | {
        /** Format: date-time */
        checkedAt: string;
        evidenceHash: string;
        field: "legalName" | "status";
        isAuthoritative: boolean;
        isMinor: boolean;
        number: {
          checksumValid: boolean | null;
          country: string;
          formatValid: boolean | null;
          normalized: string;
          scheme: string | null;
        } | null;
        outcome: "mismatch";
        provider: string;
        /** Format: date-time */
        recordUpdatedAt?: string;
        /** Format: date-time */
        snapshotAt?: string;
      } | {
        /** Format: date-time */
        checkedAt: string;
        evidenceHash: string;
        isAuthoritative: boolean;
        number: {
          checksumValid: boolean | null;
          country: string;
          formatValid: boolean | null;
          normalized: string;
          scheme: string | null;
        } | null;
        outcome: "inactive";
        provider: string;
        /** Format: date-time */
        recordUpdatedAt?: string;
        /** Format: date-time */
        snapshotAt?: string;
      } | {
        /** Format: date-time */
        checkedAt: string;
        number: {
          checksumValid: boolean | null;
          country: string;
          formatValid: boolean | null;
          normalized: string;
          scheme: string | null;
        } | null;
        outcome: "format_invalid";
        reason: "format" | "checksum";
      } | {
        /** Format: date-time */
        checkedAt: string;
        number: {
          checksumValid: boolean | null;
          country: string;
          formatValid: boolean | null;
          normalized: string;
          scheme: string | null;
        } | null;
        outcome: "unavailable";
        provider: string;
      } | {
        /** Format: date-time */
        checkedAt: string;
        number: {
          checksumValid: boolean | null;
          country: string;
          formatValid: boolean | null;
          normalized: string;
          scheme: string | null;
        } | null;
        outcome: "not_supported";
      };
      evidenceId: string;
      /** In the order of time; the last counts */
      judgements: {
        /** Format: date-time */
        at: string;
        by: string;
        identity?: Schemas["PersonIdentity"];
        judgement: "false_positive" | "confirmed_match" | "escalated";
        rationale: string;
      }[];
      kind: "registry";
      outcome: string;
      /** Null: no register was used */
      provider: string | null;
    } | {
      applicationId: string;
      /** Format: date-time */
      checkedAt: string;
      evidence: {
        candidates: {
          classification: "CLEAR" | "POSSIBLE_MATCH" | "CONFIRMED_MATCH";
          entityId: string;
          isPep: boolean;
          listRef: string;
          matchedName: string;
          score: number;
          source: string;
        }[];
        classification: "CLEAR" | "POSSIBLE_MATCH" | "CONFIRMED_MATCH" | null;
        evidenceId: string;
        frozenDecisionArtifact: {
          /** The engine's release, `+`, and the first 8 hex digits of the SHA-256 of all that may change an answer: two builds that may answer differently never share it */
          engineVersion: string;
          ensembleWeightsHash: string;
          gatesHash: string;
          listSnapshotIds: string[];
        } | null;
        nameCoverage?: {
          /** Those of them that no list has: more than a particle of the name was compared with nothing, so that a person must look. The reason of a POSSIBLE_MATCH without candidates */
          unreadScripts?: string[];
          /** Scripts (ISO 15924) without a transliteration: compared in themselves only */
          untransliteratedScripts: string[];
          /** Words beyond the 32 that are compared as one name. The name was read as a text and searched for listed names, none of which can be confirmed */
          wordsBeyondOneName?: number;
        };
        path: string;
        /** Format: date-time */
        screenedAt: string;
      };
      evidenceId: string;
      /** In the order of time; the last counts */
      judgements: {
        /** Format: date-time */
        at: string;
        by: string;
        identity?: Schemas["PersonIdentity"];
        judgement: "false_positive" | "confirmed_match" | "escalated";
        rationale: string;
      }[];
      kind: "entity_screening" | "person_screening";
      /** Null: the name could not be compared */
      outcome: "CLEAR" | "POSSIBLE_MATCH" | "CONFIRMED_MATCH" | null;
      /** Null: the company */
      personId: string | null;
      provider: null;
    };
    KybClientRow: {
      /** @default null */
      academicIssuerId?: string | null;
      /** @default null */
      allowedDomain?: string | null;
      clientId: string;
      /** A public JWK */
      evidenceEncryptionKey:
        | ({
          crv: string;
          kty: string;
        } & {
          [key: string]: unknown;
        })
        | null;
      /** @default none */
      fourEyes?: "none" | "confirmed" | "all";
      /** @default [] */
      ipAllowlist?: string[];
      /** @default null */
      kybApplicationId?: string | null;
      /** @default null */
      loginClient?: {
        name?: string;
        redirectUris: string[];
      } | null;
      /** @default false */
      monitoring?: boolean;
      /** @default {} */
      rateLimits?: {
        batchItems?: {
          capacity: number;
          refillPerSecond: number;
        };
        credentials?: {
          capacity: number;
          refillPerSecond: number;
        };
        screening?: {
          capacity: number;
          refillPerSecond: number;
        };
        verification?: {
          capacity: number;
          refillPerSecond: number;
        };
      };
      /** @default [] */
      returnOrigins?: string[];
      /** @default {} */
      review?: {
        /** @default false */
        confirmed?: boolean;
        /** @default 72 */
        dueHours?: number;
      };
      /** @default null */
      sealCredential?: {
        credentialId: string;
      } | null;
      /** @default [] */
      signingCredentials?: {
        credentialId: string;
        personId: string;
      }[];
      /** @default ACTIVE */
      status?: "ACTIVE" | "SUSPENDED";
      /** @default null */
      subjectUrlTemplate?: string | null;
      /** @default [] */
      suspendedBy?: ("KYB" | "OFFBOARDING" | "OPERATOR")[];
    };
    KybFindingCode:
      | "ENTITY_SANCTIONS_CONFIRMED"
      | "PERSON_SANCTIONS_CONFIRMED"
      | "REGISTRY_INACTIVE"
      | "REGISTRY_NOT_FOUND_AUTHORITATIVE"
      | "REGISTRY_NUMBER_MISSING"
      | "REGISTRY_NUMBER_FORMAT_INVALID"
      | "REGISTRY_NUMBER_CHECKSUM_INVALID"
      | "REGISTRY_UNAVAILABLE"
      | "REGISTRY_NOT_FOUND"
      | "REGISTRY_NAME_MISMATCH"
      | "UNKNOWN_COUNTRY"
      | "NO_DIRECTOR"
      | "NO_UBO_AND_NO_SMO"
      | "SMO_FALLBACK_WITHOUT_REASON"
      | "UBO_BELOW_THRESHOLD_WITHOUT_CONTROL_BASIS"
      | "UBO_SHARE_MISSING"
      | "OWNERSHIP_SUM_OVER_100"
      | "OWNERSHIP_UNEXPLAINED"
      | "SHAREHOLDER_AT_THRESHOLD_NOT_UBO"
      | "CORPORATE_OWNER_UNRESOLVED"
      | "NOMINEE_HINT"
      | "PERSON_DOB_MISSING"
      | "PERSON_DOB_INVALID"
      | "PERSON_DOB_FUTURE"
      | "PERSON_MINOR"
      | "PERSON_TOO_OLD"
      | "PERSON_NATIONALITY_MISSING"
      | "PERSON_NATIONALITY_UNKNOWN"
      | "DUPLICATE_PERSON_CONFLICT"
      | "NAME_MISSING"
      | "NAME_TWO_PERSONS"
      | "NAME_SINGLE_TOKEN"
      | "NAME_HAS_DIGITS"
      | "PLACEHOLDER_VALUE"
      | "SCREENING_POSSIBLE_MATCH"
      | "SCREENING_NOT_POSSIBLE"
      | "SCREENING_NAME_UNREAD"
      | "PEP_FOUND"
      | "REGISTRY_NOT_SUPPORTED";
    KybPersonRow: {
      applicationId: string;
      controlBasis: string | null;
      /** Format: date */
      dob: string | null;
      fullName: string;
      id: string;
      /** ISO 3166-1 alpha-2, or `XXA` for a stateless person (ICAO Doc 9303) */
      nationalities: string[];
      ownership: Schemas["OwnershipShare"];
      /** The first of `roles` */
      role: "ubo" | "director" | "smo" | "shareholder" | "authorised_representative" | "other";
      /** Every role that the text names */
      roles: ("ubo" | "director" | "smo" | "shareholder" | "authorised_representative" | "other")[];
      /** Whether a signing credential of their own is provisioned */
      signingCredential: boolean;
    };
    KybReviewDraft: {
      applicationId: string;
      /** Format: date-time */
      createdAt: string;
      draftId: string;
      evidence: Schemas["KybReviewEvidence"][];
      /** Sentences, one a line: reasons, what was not checked, and that a person decides */
      rationale: string;
      recommendation: Schemas["KybReviewRecommendation"];
    };
    KybReviewEvidence: {
      candidates: {
        classification: "CLEAR" | "POSSIBLE_MATCH" | "CONFIRMED_MATCH";
        entityId: string;
        isPep: boolean;
        listRef: string;
        matchedName: string;
        score: number;
        source: string;
      }[];
      /** Format: date-time */
      checkedAt: string;
      /** Of the register's answer */
      evidenceHash: string | null;
      /** Named by the rationale */
      evidenceId: string;
      /** What onboarding found */
      flags: {
        code:
          | "ENTITY_SANCTIONS_CONFIRMED"
          | "PERSON_SANCTIONS_CONFIRMED"
          | "REGISTRY_INACTIVE"
          | "REGISTRY_NOT_FOUND_AUTHORITATIVE"
          | "REGISTRY_NUMBER_MISSING"
          | "REGISTRY_NUMBER_FORMAT_INVALID"
          | "REGISTRY_NUMBER_CHECKSUM_INVALID"
          | "REGISTRY_UNAVAILABLE"
          | "REGISTRY_NOT_FOUND"
          | "REGISTRY_NAME_MISMATCH"
          | "UNKNOWN_COUNTRY"
          | "NO_DIRECTOR"
          | "NO_UBO_AND_NO_SMO"
          | "SMO_FALLBACK_WITHOUT_REASON"
          | "UBO_BELOW_THRESHOLD_WITHOUT_CONTROL_BASIS"
          | "UBO_SHARE_MISSING"
          | "OWNERSHIP_SUM_OVER_100"
          | "OWNERSHIP_UNEXPLAINED"
          | "SHAREHOLDER_AT_THRESHOLD_NOT_UBO"
          | "CORPORATE_OWNER_UNRESOLVED"
          | "NOMINEE_HINT"
          | "PERSON_DOB_MISSING"
          | "PERSON_DOB_INVALID"
          | "PERSON_DOB_FUTURE"
          | "PERSON_MINOR"
          | "PERSON_TOO_OLD"
          | "PERSON_NATIONALITY_MISSING"
          | "PERSON_NATIONALITY_UNKNOWN"
          | "DUPLICATE_PERSON_CONFLICT"
          | "NAME_MISSING"
          | "NAME_TWO_PERSONS"
          | "NAME_SINGLE_TOKEN"
          | "NAME_HAS_DIGITS"
          | "PLACEHOLDER_VALUE"
          | "SCREENING_POSSIBLE_MATCH"
          | "SCREENING_NOT_POSSIBLE"
          | "SCREENING_NAME_UNREAD"
          | "PEP_FOUND"
          | "REGISTRY_NOT_SUPPORTED";
        message: string;
        path: string;
        severity: "info" | "warning" | "critical";
      }[];
      frozenDecisionArtifact: {
        /** The engine's release, `+`, and the first 8 hex digits of the SHA-256 of all that may change an answer: two builds that may answer differently never share it */
        engineVersion: string;
        ensembleWeightsHash: string;
        gatesHash: string;
        listSnapshotIds: string[];
      } | null;
      /** A person's judgement; the last counts */
      judgement: {
        /** Format: date-time */
        at: string;
        judgement: "false_positive" | "confirmed_match" | "escalated";
      } | null;
      kind: "declaration" | "registry" | "entity_screening" | "person_screening";
      /** As in a screening: the parts of the name that were not compared in the usual way */
      nameCoverage?: {
        /** Those of them that no list has: more than a particle of the name was compared with nothing, so that a person must look. The reason of a POSSIBLE_MATCH without candidates */
        unreadScripts?: string[];
        /** Scripts (ISO 15924) without a transliteration: compared in themselves only */
        untransliteratedScripts: string[];
        /** Words beyond the 32 that are compared as one name. The name was read as a text and searched for listed names, none of which can be confirmed */
        wordsBeyondOneName?: number;
      };
      /** Of a declaration the onboarding's recommendation, of a register its outcome, of a screening its class; null: the name could not be compared */
      outcome: string | null;
      personId: string | null;
      provider: string | null;
      /**
       * Format: date-time
       * Time of the register's last update of the company's record, if stated
       */
      recordUpdatedAt?: string;
      /**
       * Format: date-time
       * Date of the register's snapshot that was read; absent for a live answer
       */
      snapshotAt?: string;
    };
    KybReviewRecommendation: "APPROVE_RECOMMENDED" | "ESCALATE_RECOMMENDED" | "REJECT_RECOMMENDED";
    ListChange: {
      change: "added" | "changed" | "removed";
      /** UUIDv5 of (source, listRef) */
      entityId: string;
      /** The listing date, if the list states it; for a removed entry the previous one */
      listedOn: string | null;
      /** The publisher's own identifier of the entry */
      listRef: string;
      /** The members of a changed entry that differ; empty for other changes */
      members: Schemas["ListEntryMemberGroup"][];
      /** Key of the list */
      source: string;
    };
    ListChangesPage: {
      /** In the order in which the lists came into force, then by list. An entry that changed twice occurs twice */
      changes: Schemas["ListChange"][];
      /** For the next page; null at the end */
      nextCursor: string | null;
    };
    ListedIdentifier: {
      /** Who issued it, ISO 3166-1 alpha-2, where the list says */
      country: string | null;
      /** What the publisher calls it */
      label: string;
      /** Null: of a kind that no request can name */
      type:
        | "passport"
        | "national_id"
        | "tax"
        | "registration"
        | "lei"
        | "imo"
        | "mmsi"
        | "call_sign"
        | "tail_number"
        | null;
      /** As written */
      value: string;
    };
    ListEntryMemberGroup:
      | "names"
      | "births"
      | "nationalities"
      | "identifiers"
      | "programmes"
      | "other";
    ListEntryResponse: {
      /**
       * Format: date
       * The date of the list
       */
      asOf: string;
      /** Nationalities and citizenships, ISO 3166-1 alpha-2 */
      countries: string[];
      /** All that are listed, EDTF (ISO 8601-2) */
      datesOfBirth: string[];
      /** Titles, functions and offices, as published */
      designations: string[];
      /** UUIDv5 of (source, listRef) */
      entityId: string;
      /** The entry's primary name */
      entityName: string;
      entityType: "INDIVIDUAL" | "ORGANISATION" | "VESSEL" | "AIRCRAFT";
      identifiers: Schemas["ListedIdentifier"][];
      isPep: boolean;
      linkedPeps: {
        entityId: string;
        name: string;
        relation: "FAMILY" | "ASSOCIATE";
      }[];
      /** Addresses of web pages that the list gives */
      links: string[];
      /** When it was listed, where the list says: ISO 8601, of reduced precision too */
      listedOn: string | null;
      /** The publisher's own identifier of the entry */
      listRef: string;
      /** The snapshot that contains this form of the entry; empty in sandbox, whose list is invented */
      listSnapshotIds: string[];
      listTitle: string;
      mode: "sandbox" | "live";
      /** As published, by the strength that the publisher states */
      names: {
        primary: string;
        strong: string[];
        weak: string[];
      };
      pepCategory: "FOREIGN" | "DOMESTIC" | "INTERNATIONAL_ORGANISATION" | null;
      pepFunctionalCategory:
        | "HEAD_OF_STATE_OR_GOVERNMENT"
        | "MINISTER"
        | "LEGISLATOR"
        | "PARTY_LEADERSHIP"
        | "JUDICIARY"
        | "AUDIT_OR_CENTRAL_BANK"
        | "DIPLOMAT_OR_MILITARY"
        | "STATE_ENTERPRISE"
        | "INTERNATIONAL_ORGANISATION"
        | "REGIONAL_OR_LOCAL"
        | null;
      pepJurisdiction: string | null;
      pepStatus: "CURRENT" | "FORMER" | null;
      placesOfBirth: string[];
      /** Sanctions programmes by the publisher's tags */
      programs: string[];
      /** In the publisher's own words */
      remarks: string[];
      /** Stable list key */
      source: string;
      /** The publisher's own page about the entry, where there is one */
      sourceUrl: string | null;
      walletAddresses: {
        /** Normalised; a key of several spellings has each */
        address: string;
        /** OFAC's currency code, XBT written BTC */
        network: string;
      }[];
    };
    ListInForce: {
      addresses: number;
      /** Whole hours since asOf began, UTC */
      ageHours: number;
      /**
       * Format: date
       * The publisher's date, or the day it was obtained
       */
      asOf: string;
      /** Source of the date. `file`: no publisher stated it; the date is that of a file's last change, and the list counts as stale */
      asOfFrom?: "publisher" | "operator" | "file";
      /**
       * Format: date-time
       * When it was last known to be the publisher's newest; null where that is not known
       */
      checkedAt: string | null;
      entities: number;
      licence: string;
      names: number;
      publisher: string;
      /** Stable list key */
      source: string;
      /** Whether the list is older than the policy allows, by checkedAt if known, else by asOf; or asOf is a guess */
      stale: boolean;
      title: string;
    };
    ListsResponse: {
      lastUpdate: Schemas["ListsUpdate"];
      lists: Schemas["ListInForce"][];
      /** The ids that decisions pin; empty in sandbox, whose list is invented */
      listSnapshotIds: string[];
      /**
       * Format: date-time
       * Signing time of the manifest that put the lists in force; null without a manifest
       */
      manifestAt: string | null;
      mode: "sandbox" | "live";
      /** Snapshots of company registers that applications are checked against; empty if none is configured, and in sandbox, whose register is invented */
      registers: Schemas["RegisterInForce"][];
      /** The tag corpus for wallet scores; null if none is configured */
      tagpacks: {
        actors: number;
        addresses: number;
        /** Whole hours since it was built */
        ageHours: number;
        /**
         * Format: date
         * Newest change that a tag states
         */
        asOf: string | null;
        /** Format: date-time */
        builtAt: string;
        /** What scores pin; null in sandbox */
        etlRunId: string | null;
        /** SHA-256 of its bytes; null in sandbox, whose corpus is invented */
        id: string | null;
        lastUpdate: Schemas["ListsUpdate"];
        /** Format: date-time */
        manifestAt: string | null;
        packs: number;
        /** Built longer ago than the policy allows */
        stale: boolean;
        tags: number;
      } | null;
    };
    ListsUpdate: {
      /** Format: date-time */
      at: string;
      outcome: "taken" | "unchanged" | "refused";
      /** The reason why the published data are not in force; null unless they were refused */
      reason: string | null;
    } | null;
    MatchedTag: {
      abuse: string | null;
      actorId: string | null;
      /** As the pack writes it */
      address: string;
      category: string | null;
      /** The highest weight of category, abuse and concepts */
      categoryWeight: number;
      /** Concepts of the tag, of its category and of its abuse, each with its broader ones */
      concepts: string[];
      confidence: string;
      confidenceLevel: number;
      /** round(categoryWeight × confidenceLevel / 100) */
      contributionScore: number;
      isClusterDefiner: boolean;
      isSanctionsConcept: boolean;
      label: string;
      lastmod: string | null;
      /** Canonical code */
      network: string;
      packFile: string;
      packTitle: string;
      source: string | null;
    };
    MonitoredSubject: {
      /** The last decision about these data; null: imported, and nothing was found yet */
      decisionId: string | null;
      /** The last import that named it; null where none has */
      generation: string | null;
      /**
       * Format: date-time
       * When these data came
       */
      putAt: string;
      request: Schemas["MonitoredSubjectData"];
      subjectRef: Schemas["SubjectRef"];
    };
    MonitoredSubjectData: {
      dob?: string;
      entityType?: "INDIVIDUAL" | "ORGANISATION" | "VESSEL" | "AIRCRAFT";
      identifiers?: {
        country?: string;
        type: Schemas["IdentifierType"];
        value: string;
      }[];
      name: string;
      nationalities?: string[];
      nationality?: string;
      otherNames?: string[];
      sources?: string[];
      walletAddresses?: string[];
    };
    MonitoredSubjectPage: {
      /** For the next page; null at the end */
      nextCursor: string | null;
      /** In an order of their own */
      subjects: {
        /** The last decision about these data; null: imported, and nothing was found yet */
        decisionId: string | null;
        /** The last import that named it; null where none has */
        generation: string | null;
        /**
         * Format: date-time
         * When these data came
         */
        putAt: string;
        subjectRef: Schemas["SubjectRef"];
      }[];
      total: number;
    };
    MonitoredSubjectRequest: {
      /** Date of birth, ISO 8601 calendar date; reduced precision (1969, 1969-07) is taken, and so are months and days of one digit (1984-2-1). One that lies in the future is a 400. 1900-01-01, 1970-01-01 and every date before 1905 are placeholders: they count where they agree, and never against a match. */
      dob?: string | null;
      /** Only entities of this type are candidates. Absent: of any. */
      entityType?: "INDIVIDUAL" | "ORGANISATION" | "VESSEL" | "AIRCRAFT" | null;
      /** An entry with one of them, of the `entityType` and `sources` asked for, is a candidate, a POSSIBLE_MATCH at least, whatever the name; `explain.identifiers` gives what each entry states. */
      identifiers?: Schemas["IdentifierAsked"][] | null;
      /** Person or organisation as written, any script. Blank: no name check is asked for. A name without one comparable character is a 400. */
      name: string;
      /** Every nationality, each written as `nationality` is, which counts as one of them. One that agrees is enough; one that differs says nothing then */
      nationalities?: string[] | null;
      /** ISO 3166-1 code, a country's English name, former names included, or a demonym; several divided by commas. One that is not known is neutral evidence, and `meta.unrecognizedNationality` says so. */
      nationality?: string | null;
      /** Other names of the same party: a maiden name, a trading name, another script. Each is compared as `name` is, and the best one counts for each entry; `explain.name` says which */
      otherNames?: string[] | null;
      /** Keys of the lists whose entities may be candidates; one that is not in force is a 400. Absent: all of them. The wallet check is the same whatever they are. */
      sources?: string[] | null;
      /** Raw addresses in any form. Compared with OFAC SDN addresses by exact match. */
      walletAddresses?: string[] | null;
    };
    MonitoredSubjectsImported: {
      added: number;
      /** Monitored before, with other data */
      changed: number;
      generation: Schemas["MonitoringGeneration"];
      rows: number;
      /** Monitored customers in all */
      total: number;
      unchanged: number;
    };
    MonitoredSubjectsRemoved: {
      removed: number;
      total: number;
    };
    /** Your own name of one whole book, such as the day of the export. No personal data */
    MonitoringGeneration: string;
    MonitoringImportRequest: {
      /** Each as in `POST /v1/screen`, with its `subjectRef`; its `mode` says nothing */
      items: Schemas["ScreeningRequest"][];
    };
    MonitoringRun: {
      cause: "lists" | "import" | "daily" | "request";
      /** Of these, those that it compared with all lists */
      compared: number;
      /**
       * Format: date-time
       * Null while it runs
       */
      endedAt: string | null;
      /** Customers of whom a match was found that had no decision yet */
      hits: number;
      /** `delta`: with what changed on the lists, and customers who were imported since the last run with all of them. `whole` and `requested`: every customer with all lists */
      kind: "delta" | "whole" | "requested";
      /** Lists in force at its start */
      listSnapshotIds: string[];
      /** Decisions that it opened; matches that are cleared open none */
      opened: number;
      runId: string;
      /** Of these, those that cannot be compared: no list that they name in `sources` is in force, or their record is damaged */
      skipped: number;
      /** Format: date-time */
      startedAt: string;
      /** Customers that the run has come past */
      subjects: number;
    };
    MonitoringRunPage: {
      /** For the next page; null at the end */
      nextCursor: string | null;
      /** The newest first */
      runs: Schemas["MonitoringRun"][];
    };
    /** The entry's own name, an alias that its publisher calls good, or a weak one */
    NameStrength: "primary" | "strong" | "weak";
    /** `absent`: a side does not say */
    NationalityRelation: "absent" | "agrees" | "differs";
    NormalizedApplication: {
      contactEmail: string | null;
      legalName: string;
      persons: Schemas["NormalizedPerson"][];
      /** ISO 3166-1 alpha-2 */
      registryCountry: string | null;
      /** Place of the court in a German number; null if none is named */
      registryCourt: string | null;
      registryNumber: string | null;
    };
    NormalizedPerson: {
      controlBasis: string | null;
      /** Format: date */
      dob: string | null;
      fullName: string;
      /** ISO 3166-1 alpha-2, or `XXA` for a stateless person (ICAO Doc 9303) */
      nationalities: string[];
      ownership: Schemas["OwnershipShare"];
      /** The first of `roles` */
      role: "ubo" | "director" | "smo" | "shareholder" | "authorised_representative" | "other";
      /** Every role that the text names */
      roles: ("ubo" | "director" | "smo" | "shareholder" | "authorised_representative" | "other")[];
    };
    /** An exact name confirms by itself, unless it is a `weak_alias`, of an `other_kind` of party than the person whose name is asked for, has too `few_tokens`, is a `common_name`, is that of a `politically_exposed` person, `dob_contradicts` or `nationality_differs`; else `name_not_exact`. The same day of birth confirms a high score, unless `score_below_confirmed` or `dob_not_same_day`, or it is a `weak_alias`, of an `other_kind` or has too `few_tokens` */
    Obstacle:
      | "name_not_exact"
      | "other_kind"
      | "weak_alias"
      | "few_tokens"
      | "common_name"
      | "politically_exposed"
      | "dob_contradicts"
      | "nationality_differs"
      | "score_below_confirmed"
      | "dob_not_same_day";
    OnboardingDraft: {
      advisoryFlags: Schemas["AdvisoryFlag"][];
      /** Format: date-time */
      createdAt: string;
      draftId: string;
      normalized: Schemas["NormalizedApplication"];
      recommendation: Schemas["OnboardingRecommendation"];
    };
    OnboardingPerson: {
      /** Other control by this person, or the reason why no person owns enough of the company */
      controlBasis?: string | null;
      /** ISO 8601 calendar date */
      dob?: string | null;
      fullName: string;
      nationality?: string | null;
      /** A percentage, a band or a ratio: `25`, `"25,5 %"`, `">25"`, `"25-50"`, `"1/3"` */
      ownershipPercentage?: number | string | null;
      /** What the person is, in words: UBO, director, member of the board */
      role: string;
    };
    OnboardingRecommendation:
      | "SUBMIT_RECOMMENDED"
      | "NEEDS_INFO_RECOMMENDED"
      | "DO_NOT_SUBMIT_RECOMMENDED";
    OnboardingRequest: {
      contactEmail?: string | null;
      legalName: string;
      persons: Schemas["OnboardingPerson"][];
      /** ISO 3166-1 code of a country, its English name or its own */
      registryCountry: string;
      registryNumber: string;
    };
    OtherNetwork: {
      /** As the corpus names it */
      network: string;
      /** Tags that would count there, highest contribution first, then tags that would not */
      tags: {
        abuse: string | null;
        actorId: string | null;
        /** As the pack writes it */
        address: string;
        category: string | null;
        /** The highest weight of category, abuse and concepts */
        categoryWeight: number;
        /** Concepts of the tag, of its category and of its abuse, each with its broader ones */
        concepts: string[];
        confidence: string;
        confidenceLevel: number;
        /** round(categoryWeight × confidenceLevel / 100) */
        contributionScore: number;
        exclusionReason?: Schemas["ExclusionReason"];
        isClusterDefiner: boolean;
        isSanctionsConcept: boolean;
        label: string;
        lastmod: string | null;
        /** Canonical code */
        network: string;
        packFile: string;
        packTitle: string;
        source: string | null;
      }[];
      /** How many there are; the list is cut as that of matched tags is, after it */
      tagsTotal: number;
    };
    OwnershipShare: {
      /** In 1/10,000 of the whole, rounded up */
      maximum: number;
      /** In 1/10,000 of the whole, rounded down */
      minimum: number;
    } | null;
    /** `HOLDS`: it marks a candidate while the entry and the customer's data are those that were reviewed. `LAPSED`: it has ended by itself */
    PairState: "HOLDS" | "LAPSED";
    /** How the service knows the person: `named` by the operator who made their link, `authenticated` by the identity provider. Absent: the client has named them, or an operator's command has */
    PersonIdentity: "named" | "authenticated";
    QueuedDecision: {
      /** Your own id of the person who reviews, encrypted at rest */
      assignee: string | null;
      /** Of one that a batch has made */
      batchId?: string;
      /** How many candidates there were */
      candidates: number;
      classification: Schemas["Classification"];
      /** How many of them a cleared pair marked, in the answer of the screening */
      clearedCandidates: number;
      /** Format: date-time */
      decidedAt: string;
      decisionId: string;
      /**
       * Format: date-time
       * When it is to be reviewed; null where nothing is (`NONE`)
       */
      dueAt: string | null;
      /** Of a confirmed match its last disposition */
      lastReview: {
        decision: "confirmed_match" | "false_positive" | "escalated";
        reasonCode?:
          | "dob_differs"
          | "nationality_differs"
          | "gender_differs"
          | "kind_differs"
          | "identifier_differs"
          | "name_only"
          | "deceased"
          | "delisted"
          | "same_identifier"
          | "same_dob"
          | "insufficient_data"
          | "other";
        /** Format: date-time */
        reviewedAt: string;
        /** Your own id of the person who reviews, encrypted at rest */
        reviewer: string | null;
      } | null;
      origin: "api" | "batch" | "monitoring";
      state: Schemas["ReviewState"];
      subjectRef: Schemas["SubjectRef"];
      /** The best candidate; null where there is none */
      topCandidate: {
        entityId: string;
        entityName: string | null;
        entityType: "INDIVIDUAL" | "ORGANISATION" | "VESSEL" | "AIRCRAFT";
        listRef: string;
        score: number;
        source: string;
      } | null;
    };
    QueuePage: {
      /** False while decisions from before there was a queue are still added to it */
      complete: boolean;
      decisions: Schemas["QueuedDecision"][];
      /** For the next page; null at the end. A page may hold fewer decisions than `limit` and have one */
      nextCursor: string | null;
      /** Of all decisions of the client, whatever the filters */
      totals: {
        ESCALATED: number;
        OPEN: number;
        PROPOSED: number;
      };
    };
    /** `name`: the whole query as one name. `name_in_text`: the stretch of a field of three words or more that the listed name accounts for. `one_of_several_names`: one of the names that the query holds. `without_remarks`: the whole query but for what is a remark (`born 1960`, `in liquidation`), a number beside a person's name, or a name said again. `slips_mended`: the whole query, with slips of the pen mended in legal forms and in `abd al`. `words_apart`: the whole query, words taken apart that are written together. `digits_as_letters`: the whole query, digits among letters read as the letters that they look like. `numbers_as_digits`: the whole query, numbers that are written out read as digits. `class_left_out`: the whole query but the words that say which kind of ship or aircraft is meant. `without_titles`: the whole query but for what stands beside a person's name: forms of address, degrees, offices, a state or body in capitals. `other_spelling`: the whole query, its letters read as in another country, words that no list has taken for those that they may stand for (declined, cut, without vowels, misread), or the letters of an acronym as one word */
    ReadAs:
      | "name"
      | "name_in_text"
      | "one_of_several_names"
      | "without_remarks"
      | "slips_mended"
      | "words_apart"
      | "digits_as_letters"
      | "numbers_as_digits"
      | "class_left_out"
      | "without_titles"
      | "other_spelling";
    RegisterInForce: {
      /** Whole hours since newestUpdate */
      ageHours: number | null;
      /** SHA-256 of its bytes */
      id: string;
      /**
       * Format: date-time
       * Date of the newest record change in the snapshot; null without records
       */
      newestUpdate: string | null;
      /** As evidence names it */
      provider: string;
      records: number;
      /** Older than the policy allows */
      stale: boolean;
    };
    Review: {
      clearForDays?: number;
      decision: "confirmed_match" | "false_positive" | "escalated";
      entityIds?: string[];
      identity?: Schemas["PersonIdentity"];
      notes: string | null;
      reasonCode?:
        | "dob_differs"
        | "nationality_differs"
        | "gender_differs"
        | "kind_differs"
        | "identifier_differs"
        | "name_only"
        | "deceased"
        | "delisted"
        | "same_identifier"
        | "same_dob"
        | "insufficient_data"
        | "other";
      /** Format: date-time */
      reviewedAt: string;
      /** Your own id of the person who reviews, encrypted at rest */
      reviewer?: string;
      reviewId: string;
    };
    ReviewRequest: {
      /** With `false_positive`, of a decision with `subjectRef`: once the candidate is closed, later screenings of the same customer mark it with `clearedBefore` for so many days, until the entry or the customer's data change. Where two people close, both ask for it, and the shorter time counts */
      clearForDays?: number | null;
      decision: "confirmed_match" | "false_positive" | "escalated";
      /** The candidates that it is about. Absent: all of them */
      entityIds?: string[] | null;
      /** Free text of the reviewer, encrypted at rest */
      notes?: string | null;
      reasonCode?:
        | "dob_differs"
        | "nationality_differs"
        | "gender_differs"
        | "kind_differs"
        | "identifier_differs"
        | "name_only"
        | "deceased"
        | "delisted"
        | "same_identifier"
        | "same_dob"
        | "insufficient_data"
        | "other"
        | null;
      /** Your own id of the person who reviews, encrypted at rest. Required where your client's record asks for two people (`fourEyes`): another id is another person, whatever its case. Where persons log in to the desk by an identity provider, two people are two whom it has authenticated there: a review by the API is recorded, and is not one of the two */
      reviewer?: string | null;
    };
    ReviewResponse: {
      classification: Schemas["Classification"];
      customerReviews: Schemas["Review"][];
      decisionId: string;
      /** False: the decision has been reviewed, also where the review escalates it */
      humanReviewRequired: boolean;
    };
    ReviewResult: {
      decisionId: string;
      error?: string;
      message?: string;
      reviewId?: string;
      state?: Schemas["ReviewState"];
      /** As the review of this decision alone would be answered */
      status: number;
    };
    ReviewsRequest: {
      reviews: {
        /** With `false_positive`, of a decision with `subjectRef`: once the candidate is closed, later screenings of the same customer mark it with `clearedBefore` for so many days, until the entry or the customer's data change. Where two people close, both ask for it, and the shorter time counts */
        clearForDays?: number | null;
        decision: "confirmed_match" | "false_positive" | "escalated";
        decisionId: string;
        /** The candidates that it is about. Absent: all of them */
        entityIds?: string[] | null;
        /** Free text of the reviewer, encrypted at rest */
        notes?: string | null;
        reasonCode?:
          | "dob_differs"
          | "nationality_differs"
          | "gender_differs"
          | "kind_differs"
          | "identifier_differs"
          | "name_only"
          | "deceased"
          | "delisted"
          | "same_identifier"
          | "same_dob"
          | "insufficient_data"
          | "other"
          | null;
        /** Your own id of the person who reviews, encrypted at rest. Required where your client's record asks for two people (`fourEyes`): another id is another person, whatever its case. Where persons log in to the desk by an identity provider, two people are two whom it has authenticated there: a review by the API is recorded, and is not one of the two */
        reviewer?: string | null;
      }[];
    };
    ReviewsResponse: {
      results: Schemas["ReviewResult"][];
    };
    /** `NONE`: nothing is to be reviewed. `OPEN`: a person must decide. `PROPOSED`: a second person must agree. `ESCALATED`: a reviewer asks for another opinion, or two differ. `CLOSED`: every candidate is decided */
    ReviewState: "NONE" | "OPEN" | "PROPOSED" | "ESCALATED" | "CLOSED";
    RotatedEventSecret: {
      endpointId: string;
      /**
       * Format: date-time
       * Until then the secret before it signs too
       */
      previousUntil: string;
      /** Signs deliveries (`v1`). It is shown in this answer alone */
      secret: string;
    };
    SandboxListsAdvanced: {
      lists: {
        /** Format: date */
        asOf: string;
        source: string;
      }[];
      /**
       * Format: date-time
       * From then on you see the lists of before again
       */
      until: string;
    };
    ScoreStep: {
      /** By how much it moved the score */
      points: number;
      /** `full_agreement`: where every score starts. `tokens_differ`: aligned tokens are not the same. `listed_missing`: listed tokens that the query lacks. `query_unaccounted`: tokens of the query that the list lacks. `numbers_differ`: each side has a number of its own. `names_differ`: each side has a name of its own. `family_name_missing`: the family name of a side has no counterpart. `places_differ`: each side says that it is somewhere else. `family_names_differ`, `given_names_differ`, `patronymics_differ`: each side has one of its own. `parts_differ`: a family name on one side is a given name on the other. `initial_beside_name`: an initial stands for a word beside which each side has a name of its own. `initials_differ`: each side has a middle initial of its own. `weak_alias`: one that is only like the query can reach so much. `parentage_reversed`: child and parent the other way round. `few_words`: too few words agree to be a name. `common_in_part`: a part of a name agrees that many people bear. `syllable_left`: a Han, Hangul or kana syllable of the query stands for nothing. `lone_word`: the query is one word. `within_text`: the listed name stands within a longer text. `one_of_several_names`: the query holds several names, or a name and remarks. `other_name`: what the listed name leaves over is another name of the entry, an alias beside the family name. `date_of_birth`, `nationality`: what they say. `floored`: an exact name, or an entry with an identifier that was asked for, is kept at the threshold. `exact_match`: an exact name is confirmed at 100 */
      step:
        | "full_agreement"
        | "tokens_differ"
        | "listed_missing"
        | "query_unaccounted"
        | "numbers_differ"
        | "names_differ"
        | "places_differ"
        | "family_name_missing"
        | "family_names_differ"
        | "given_names_differ"
        | "patronymics_differ"
        | "parts_differ"
        | "initial_beside_name"
        | "initials_differ"
        | "weak_alias"
        | "parentage_reversed"
        | "few_words"
        | "common_in_part"
        | "syllable_left"
        | "lone_word"
        | "within_text"
        | "one_of_several_names"
        | "other_name"
        | "date_of_birth"
        | "nationality"
        | "floored"
        | "exact_match";
    };
    ScreeningBatch: {
      /** Format: date-time */
      acceptedAt: string;
      batchId: string;
      /** As it was sent; absent: it was not */
      changedSince?: string;
      counts: {
        /** With `changedSince` those that no entry matches which was added or changed */
        clear: number;
        /** Of the possible ones, those of which every candidate is cleared */
        cleared: number;
        confirmed: number;
        /** Decided or skipped: they have a result */
        done: number;
        /** All of them, those that are skipped too */
        items: number;
        possible: number;
        /** They could not be screened; their results say why */
        skipped: number;
      };
      /** Format: date-time */
      endedAt: string | null;
      /** Lists in force when it began; each result names its own */
      listSnapshotIds: string[];
      /** Format: date-time */
      startedAt: string | null;
      state: Schemas["ScreeningBatchState"];
    };
    ScreeningBatchAccepted: {
      batchId: string;
      items: number;
      state: Schemas["ScreeningBatchState"];
    };
    ScreeningBatchRequest: {
      /** Compares with entries that were added or changed since these lists were in force: a snapshot id (`listSnapshotIds` of `GET /v1/lists`, or of the batch before), in a sandbox the version there. An item that such an entry matches becomes a decision on the whole lists; the others get no decision and no result. Unknown, or too old: 400 */
      changedSince?: string | null;
      /** Each as in `POST /v1/screen`; the mode is that of the batch */
      items: Schemas["ScreeningRequest"][];
      /** Sandbox always wins: live runs only when the deployment is live too. */
      mode?: "sandbox" | "live" | null;
      /** What becomes of a batch with rows that cannot be screened: `refuse`: it is a 400 and nothing is stored. `skip`: the others are screened */
      onRowError?: "refuse" | "skip" | null;
    } & {
      [key: string]: unknown;
    };
    ScreeningBatchResult: {
      /** How many candidates there were */
      candidates: number;
      classification: Schemas["Classification"] | null;
      /** Null where it was skipped */
      decisionId: string | null;
      /** Why it was skipped; null where it was not */
      fault: {
        property: string;
        reason: string;
      } | null;
      /** Place of its row among those that were sent, from 0 */
      item: number;
      /** Line of CSV or NDJSON on which its row begins, from 1 */
      line: number | null;
      /** Lists that it was compared with; they may have changed since the batch began */
      listSnapshotIds: string[];
      subjectRef: Schemas["SubjectRef"];
      /** The best candidate; null where there is none */
      topCandidate: {
        entityId: string;
        entityName: string | null;
        entityType: "INDIVIDUAL" | "ORGANISATION" | "VESSEL" | "AIRCRAFT";
        listRef: string;
        score: number;
        source: string;
      } | null;
    };
    ScreeningBatchResults: {
      /** For the next page. Null: there are no more; while the batch runs they come, so that it is never null then */
      nextCursor: string | null;
      results: Schemas["ScreeningBatchResult"][];
    };
    /** `ACCEPTED`: it waits. `RUNNING`: items are decided. `DONE`: all are. `CANCELLED`: those that were not decided then never are. `EXPIRED`: the same, since it did not end within a day */
    ScreeningBatchState: "ACCEPTED" | "RUNNING" | "DONE" | "CANCELLED" | "EXPIRED";
    ScreeningExport: {
      auditEntries: Schemas["ExportedEntry"][];
      checkpoint: Schemas["ExportedCheckpoint"];
      clientId: string;
      /** Format: date-time */
      generatedAt: string;
      kyb: {
        /** No KYB record is on file for the key */
        linked: false;
      } | {
        /** Oldest first */
        applications: Schemas["KybApplicationRow"][];
        /** Of each application the register first, then the company, then persons */
        checks: Schemas["KybCheckRow"][];
        client: Schemas["KybClientRow"];
        linked: true;
        /** Every declared person */
        ubos: Schemas["KybPersonRow"][];
      };
    };
    ScreeningRequest: {
      /** Date of birth, ISO 8601 calendar date; reduced precision (1969, 1969-07) is taken, and so are months and days of one digit (1984-2-1). One that lies in the future is a 400. 1900-01-01, 1970-01-01 and every date before 1905 are placeholders: they count where they agree, and never against a match. */
      dob?: string | null;
      /** Only entities of this type are candidates. Absent: of any. */
      entityType?: "INDIVIDUAL" | "ORGANISATION" | "VESSEL" | "AIRCRAFT" | null;
      /** An entry with one of them, of the `entityType` and `sources` asked for, is a candidate, a POSSIBLE_MATCH at least, whatever the name; `explain.identifiers` gives what each entry states. */
      identifiers?: Schemas["IdentifierAsked"][] | null;
      /** Sandbox always wins: live runs only when the deployment is live too. */
      mode?: "sandbox" | "live" | null;
      /** Person or organisation as written, any script. Blank: no name check is asked for. A name without one comparable character is a 400. */
      name: string;
      /** Every nationality, each written as `nationality` is, which counts as one of them. One that agrees is enough; one that differs says nothing then */
      nationalities?: string[] | null;
      /** ISO 3166-1 code, a country's English name, former names included, or a demonym; several divided by commas. One that is not known is neutral evidence, and `meta.unrecognizedNationality` says so. */
      nationality?: string | null;
      /** Other names of the same party: a maiden name, a trading name, another script. Each is compared as `name` is, and the best one counts for each entry; `explain.name` says which */
      otherNames?: string[] | null;
      /** Keys of the lists whose entities may be candidates; one that is not in force is a 400. Absent: all of them. The wallet check is the same whatever they are. */
      sources?: string[] | null;
      /** Your own identifier of the customer: a pseudonym, never a name. `meta.subjectRef` repeats it */
      subjectRef?: string | null;
      /** Raw addresses in any form. Compared with OFAC SDN addresses by exact match. */
      walletAddresses?: string[] | null;
    };
    ScreeningResponse: {
      candidates: Schemas["Candidate"][];
      classification: Schemas["Classification"];
      meta: Schemas["DecisionMeta"];
      wallet: Schemas["WalletResult"];
    };
    ScreeningUsage: {
      /** Screening decisions, as in the audit log; a replay does not count */
      decisions: {
        CLEAR: number;
        CONFIRMED_MATCH: number;
        POSSIBLE_MATCH: number;
      };
      /** Format: date */
      from: string;
      /** Authenticated requests, replays too */
      requestVolume: {
        /** Every UTC day of the window, including days without requests */
        byDay: {
          count: number;
          /** Format: date */
          date: string;
        }[];
        /** Every UTC month that the window touches; only its days count */
        byMonth: {
          count: number;
          month: string;
        }[];
        total: number;
      };
      /**
       * Format: date
       * Not part of the window
       */
      to: string;
    };
    SealedDocument: {
      /** The document with its seal or signature, in base64 */
      document: string;
      frozenDecisionArtifact: {
        /** `credentialID` at the trust service provider */
        credentialId: string;
        /** Version of the signing-protocol specification */
        cscApiVersion: string;
        engineVersion: string;
        trustServiceProvider: string;
      };
      originalSha256: string;
      resultSha256: string;
    };
    SealRequest: {
      /** Id of a declared UBO, director or senior managing official of the caller's own APPROVED KYB application */
      authorizingRepresentativeId: string;
      /** A PDF of at most 10485760 bytes, in base64 */
      document: string;
    };
    SessionInitiated: {
      authorizationRequest: Schemas["AuthorizationRequest"];
      /** The request as a URI, for a QR code or a link on the same device */
      authorizationRequestUri: string;
      /** Format: date-time */
      expiresAt: string;
      sessionId: string;
      /** Reads this one session back (`X-Aval-Verify-Session-Token`), safe to use in a page. It never gets the evidence pack. */
      sessionToken: string;
      templateVersion: string;
    };
    SessionStatus: "pending" | "completed" | "failed" | "expired";
    SignRequest: {
      /** A PDF of at most 10485760 bytes, in base64 */
      document: string;
      /** Authorization data for the trust service provider; never logged, stored or compared. Needs `pinObjectId` */
      pin?: string | null;
      /** Id of the authentication object that `pin` answers; needs `pin` */
      pinObjectId?: string | null;
      /** Id of a declared UBO, director or senior managing official of the caller's own APPROVED KYB application, who must have a personal signing credential */
      signerId: string;
    } | {
      pin: string;
      pinObjectId: string;
    } | {
      pin?: null;
      pinObjectId?: null;
    };
    /** Your own identifier of the customer. A pseudonym, never a name: it is kept with the decision as it is */
    SubjectRef: string | null;
    TemplateList: {
      /** Null at the end */
      nextCursor: string | null;
      templates: Schemas["CredentialTemplate"][];
    };
    TemplateRequest: {
      /** The institution */
      academicIssuerId: string;
      /** JSON Schema 2020-12 of an object. `$ref` within the document alone; `pattern` in the syntax of RE2; `format` is asserted (date, date-time, time, email, uri, uuid). A keyword that is not known is refused. */
      claimsSchema: Record<string, never>;
      credentialType: Schemas["CredentialType"];
      /** Which claims the holder may withhold: `_sd` names members of a level (indexes of an array), `_sd_decoy` adds decoy digests, every other member is the frame of the claim of that name. Every name must be one of `claimsSchema`. */
      sdJwtDisclosureFrame: Record<string, never>;
    };
    TemplateReview: {
      decision: "APPROVED" | "REJECTED";
      /** For the institution, which reads the notes; must contain no personal data */
      notes?: string | null;
    };
    /** `DRAFT` until it is submitted, `PENDING_REVIEW` until it is reviewed; `APPROVED` and `REJECTED` are final */
    TemplateStatus: "DRAFT" | "PENDING_REVIEW" | "APPROVED" | "REJECTED";
    /** `same`: equal, case and marks aside. `respelled`: another spelling of the same sounds. `same_meaning`: another legal form or generic word of the same meaning. `edited`: `edits` letters differ. `stands_for`: the query's word, which is cut, declined, without its vowels, misread or in another language's spelling, is taken for the listed one, or for one from which `edits` letters differ. `sounds_alike`: the consonants do. `nickname`: the same given name in another language, or cut short. `initial`: one is the other's first letter. `joined`: several tokens of the query are written as one on the list. `split`: one token of the query is several on the list. `missing`: nothing in the query accounts for it */
    TokenAccount:
      | "same"
      | "respelled"
      | "same_meaning"
      | "edited"
      | "stands_for"
      | "sounds_alike"
      | "nickname"
      | "initial"
      | "joined"
      | "split"
      | "missing";
    TokenAlignment: {
      /** Letters that differ */
      edits?: number;
      /** Part of the family name */
      family?: true;
      how: Schemas["TokenAccount"];
      kind?: Schemas["TokenKind"];
      /** Token of the listed name, normalised */
      listed: string;
      /** What it took off the score; 0 when it is the same */
      points?: number;
      /** Zero-based positions of the query's words; empty when none accounts for it */
      query: number[];
      /** The query has it in another script than the list */
      transliterated?: true;
    };
    /** What a token is in its name, which decides what it weighs: an ordinary word; a particle such as `al` or `von`; an initial; a legal form such as `Ltd`; a form of address; a number; an ordinal among namesakes such as `Jr`; a generic word that many bodies share, such as `company`; a topic, what a body deals with or where it is, such as `petroleum` or `iranian` */
    TokenKind:
      | "word"
      | "particle"
      | "initial"
      | "legal_form"
      | "title"
      | "number"
      | "ordinal"
      | "generic"
      | "topic";
    UnaccountedToken: {
      /** Part of the family name */
      family?: true;
      kind: Schemas["TokenKind"];
      /** What it took off the score */
      points: number;
      /** Zero-based position among the query's words */
      query: number;
    };
    VerificationErasureResult: {
      deleted: {
        idempotencyRecords: number;
        /** Login requests, one-time codes and single sign-ons */
        logins: number;
        sessions: number;
      };
      requiresLegalReview: null;
    };
    VerificationExport: {
      auditEntries: Schemas["ExportedEntry"][];
      checkpoint: Schemas["ExportedCheckpoint"];
      clientId: string;
      /** Format: date-time */
      generatedAt: string;
      /** Newest first; `evidencePackCiphertext` is null always */
      sessions: Schemas["VerificationSession"][];
    };
    VerificationSession: {
      checkType: Schemas["CheckType"];
      /** Format: date-time */
      createdAt: string;
      decision: {
        amlResult: Schemas["Classification"] | null;
        booleanProofs: {
          ageOver18: boolean;
        } | {
          /** Whether what was asked for holds today. False for a driving licence that has expired, and for a power of representation outside of its dates, that grants no full powers, or that nothing ties to the person; a claim that is not what it must be is refused instead */
          claimsVerified: boolean;
        };
        /** Compact JWE to the client's key, delivered at most once: by the first claim-mode read with the production credential */
        evidencePackCiphertext: string | null;
        frozenDecisionArtifact: {
          /** The engine's release, `+`, and the first 8 hex digits of the SHA-256 of all that may change an answer: two builds that may answer differently never share it */
          engineVersion: string;
          ensembleWeightsHash: string;
          gatesHash: string;
          listSnapshotIds: string[];
        } | null;
        /** True where `amlResult` is POSSIBLE_MATCH. False of CLEAR, where no screening ran, and of CONFIRMED_MATCH: branch on `amlResult`, never on this alone */
        humanReviewRequired: boolean;
        /** The lists of persons that were used. Empty if no screening ran */
        listsChecked: string[];
        method: "eudi_wallet";
        /** As in a screening: present when the name could not be compared in the usual way, and how it was */
        nameCoverage?: {
          /** Those of them that no list has: more than a particle of the name was compared with nothing, so that a person must look. The reason of a POSSIBLE_MATCH without candidates */
          unreadScripts?: string[];
          /** Scripts (ISO 15924) without a transliteration: compared in themselves only */
          untransliteratedScripts: string[];
          /** Words beyond the 32 that are compared as one name. The name was read as a text and searched for listed names, none of which can be confirmed */
          wordsBeyondOneName?: number;
        };
        /** Whether a candidate is politically exposed. Null if no screening ran, or no list in force contains such persons */
        pepFlag: boolean | null;
        /** Whether a candidate is listed for another reason. Null if no screening ran, or no sanctions list is in force */
        sanctionedFlag: boolean | null;
        templateVersion: string;
      } | null;
      /** Why it failed: the wallet's own error code, or the rule that its answer broke */
      error: string | null;
      /** Format: date-time */
      expiresAt: string;
      sessionId: string;
      status: Schemas["SessionStatus"];
      templateVersion: string;
    };
    VerificationSessions: {
      /** Null at the end */
      nextCursor: string | null;
      sessions: Schemas["VerificationSession"][];
    };
    VerificationUsage: {
      /** Verification decisions, as in the audit log; a replay does not count */
      decisions: {
        CLAIMS_NOT_VERIFIED?: number;
        CLAIMS_VERIFIED?: number;
        CLEAR?: number;
        CONFIRMED_MATCH?: number;
        OVER_18?: number;
        POSSIBLE_MATCH?: number;
        UNDER_18?: number;
      };
      /** Format: date */
      from: string;
      /** Authenticated requests, replays too */
      requestVolume: {
        /** Every UTC day of the window, including days without requests */
        byDay: {
          count: number;
          /** Format: date */
          date: string;
        }[];
        /** Every UTC month that the window touches; only its days count */
        byMonth: {
          count: number;
          month: string;
        }[];
        total: number;
      };
      /**
       * Format: date
       * Not part of the window; by default tomorrow
       */
      to: string;
    };
    WalletMatch: {
      /** Normalised */
      address: string;
      entityId: string | null;
      entityName: string | null;
      listRef: string | null;
      /** OFAC's currency code, XBT written BTC; the first of `networks` */
      network: string;
      /** Every network that the list gives for the address */
      networks?: string[];
      source: string;
    };
    WalletResult: {
      /** Normal form of every supplied address, in the order given, without duplicates */
      checkedAddresses: string[];
      classification: "CLEAR" | "CONFIRMED_MATCH";
      matches: Schemas["WalletMatch"][];
      /** Of no known form or with a wrong checksum: compared byte for byte only */
      unrecognizedAddresses: string[];
    };
    /** `network_not_in_corpus`: the corpus has no tag of any address of the network. `address_malformed`: the address fails the checksum of its form (Base58Check, Bech32, EIP-55 where hex has both cases, ...), as a mistyped one does. */
    WalletRiskAdvisory: {
      code: "network_not_in_corpus";
      /** Networks with the address's form, those in the corpus first */
      networks: string[];
    } | {
      code: "address_malformed";
    };
    WalletRiskRequest: {
      /** Normalized per network: hex lower-cased, Base58Check compared byte for byte. An address in no form of the network is compared unchanged; a wrong checksum is named in `advisories`. */
      address: string;
      /** Sandbox always wins: live runs only when the deployment is live too. */
      mode?: "sandbox" | "live" | null;
      /** Chain code, in any case, or another name of the chain: XBT and Bitcoin are BTC, ERC20 and Ethereum ETH, BEP20 and BNB BSC, TRC20 and Tron TRX, Polygon MATIC. A token's code (USDT, USDC, DAI) means the network of the address's form. A code missing in the corpus gives UNTAGGED and is named in `advisories`. */
      network: string;
    };
    WalletRiskResponse: {
      /** As sent */
      address: string;
      /** The normalized key that was compared; of several, the one with tags */
      addressLookup: string;
      /** Absent without remarks */
      advisories?: Schemas["WalletRiskAdvisory"][];
      /** LOW below 50, HIGH from 50 */
      classification: "LOW" | "HIGH" | "UNTAGGED";
      excludedTags: Schemas["ExcludedTag"][];
      /** How many do not count; the list is cut as that of matched tags is, after it */
      excludedTagsTotal: number;
      frozenDecisionArtifact: {
        /** Version of the scoring rules */
        engineVersion: string;
        riskWeightsHash: string;
        /** The run that built the corpus; null in sandbox */
        tagpackEtlRunId: string | null;
      };
      /** Highest contribution first */
      matchedTags: Schemas["MatchedTag"][];
      /** How many count; the list is cut where tags take more bytes than the policy's */
      matchedTagsTotal: number;
      meta: {
        /** The mode that ran */
        mode: "sandbox" | "live";
        /** True when the body named a mode that differs from the deployment's: settled as sandbox */
        sandboxOverride: boolean;
      };
      /** As sent, in upper case */
      network: string;
      /** Other networks on which the corpus tags the same key; they change neither score nor class. Absent if there are none. */
      otherNetworks?: Schemas["OtherNetwork"][];
      /** Other addresses that the corpus tags under the same declared actors, by network and address; nothing is propagated from them */
      sameActorAddresses: {
        address: string;
        label: string;
        network: string;
      }[];
      /** How many there are; the list is cut at the policy's number */
      sameActorAddressesTotal: number;
      /** The highest contribution, 100 where a sanctions concept counts. Null: no evidence in the corpus, which is never proof of safety. */
      score: number | null;
    };
  };
}
/** Operations of the API, by name. */
export interface operations {
  createCredentialBatch: {
    parameters: {
      query?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** The institution, by the id that the operator assigned */
          academicIssuerId: string;
          credentialTemplateId: string;
          /** With `CSV_UPLOAD`: RFC 4180 with a header */
          csvContent?: string;
          /** A signatory of the institution */
          preparedBySignatoryId: string;
          /** With `API`: 1 to 5000 students */
          rows?: {
            /** Claims of the credential, as defined by the template's schema */
            claimValues: {
              [key: string]: unknown;
            };
            /** The institution's own number of the student */
            institutionStudentId?: string | null;
            /** YYYY-MM-DD */
            studentDob?: string | null;
            /** Where the institution sends the offer */
            studentEmail: string;
            studentFullName: string;
          }[];
          /** `API`: by `rows`; `CSV_UPLOAD`: by `csvContent` */
          submissionMethod: "CSV_UPLOAD" | "API";
        };
      };
    };
  };
  approveCredentialBatch: {
    parameters: {
      query?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** A signatory of the institution */
          approvedBySignatoryId: string;
        };
      };
    };
  };
  recheckCredentialBatchItem: {
    parameters: {
      query?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** All claims of the student, entered again from the institution's records */
          claimValues: {
            [key: string]: unknown;
          };
          /** A signatory of the institution */
          recheckingSignatoryId: string;
        };
      };
    };
  };
  listTemplates: {
    parameters: {
      query?: {
        academicIssuerId?: string;
        /** `nextCursor` of the last page */
        cursor?: string;
        limit?: number;
        /** `DRAFT` until it is submitted, `PENDING_REVIEW` until it is reviewed; `APPROVED` and `REJECTED` are final */
        status?: Schemas["TemplateStatus"];
      };
    };
  };
  listEmployerSessions: {
    parameters: {
      query?: {
        /** The client whose sessions to list; in live the bearer token identifies it */
        clientId?: string;
        /** `nextCursor` of the last page */
        cursor?: string;
        limit?: number;
      };
    };
  };
  readEmployerSession: {
    parameters: {
      query?: {
        /** `claim` takes the claims if they are ready; `peek` leaves them for a later read */
        claimsDelivery?: "claim" | "peek";
      };
    };
  };
  fetchEmployerRequestObjectByPost: {
    parameters: {
      query?: never;
    };
    requestBody: {
      content: {
        "application/x-www-form-urlencoded": {
          /** A JSON object, of which `jwks` and the algorithms of encryption are read */
          wallet_metadata?: string;
          wallet_nonce?: string;
        };
      };
    };
  };
  answerEmployerSession: {
    parameters: {
      query?: never;
    };
    requestBody: {
      content: {
        "application/json": Schemas["EncryptedCallbackRequest"];
        "application/x-www-form-urlencoded": {
          error?: string | null;
          error_description?: string | null;
          /** Compact JWE of the other members, to the key in the request */
          response?: string | null;
          /** Required where `response` is absent, and of a session by `dc_api` */
          state?: string | null;
          /** The object of the JSON body, as JSON text */
          vp_token?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": Schemas["EmployerCallbackReply"] | Schemas["CallbackError"];
        };
      };
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** The `id` of the last event that you have. Default: from the oldest that is kept */
        after?: string;
        limit?: number;
      };
    };
  };
  listEventDeliveries: {
    parameters: {
      query?: {
        /** `nextCursor` of the page before */
        cursor?: string;
        limit?: number;
      };
    };
  };
  listListChanges: {
    parameters: {
      query?: {
        /** `nextCursor` of the last page of the same query */
        cursor?: string;
        limit?: number;
        /** What came into force behind it: a snapshot id (`listSnapshotIds` of GET /v1/lists, or of a decision), a date or a time. Default: all that is kept */
        since?: string;
        /** Changes of this list alone */
        source?: string;
      };
    };
  };
  listMonitoringRuns: {
    parameters: {
      query?: {
        /** `nextCursor` of the last page, for 24 hours */
        cursor?: string;
        limit?: number;
      };
    };
  };
  listMonitoredSubjects: {
    parameters: {
      query?: {
        /** `nextCursor` of the last page, for 24 hours */
        cursor?: string;
        limit?: number;
      };
    };
  };
  removeMonitoredSubjects: {
    parameters: {
      query: {
        /** How many customers are monitored; a 409 says how many there are */
        confirm: number;
      };
    };
  };
  importMonitoredSubjects: {
    parameters: {
      query: {
        /** Your own name of one whole book, such as the day of the export. No personal data */
        generation: Schemas["MonitoringGeneration"];
      };
    };
    requestBody: {
      content: {
        "application/json": Schemas["MonitoringImportRequest"];
        "application/x-ndjson": string;
        "text/csv": string;
      };
    };
  };
  finishMonitoringImport: {
    parameters: {
      query: {
        /** How many customers the import has left out; a 409 says how many there are */
        remove: number;
      };
    };
  };
  createScreeningBatch: {
    parameters: {
      query?: {
        /** With CSV and NDJSON, as the member of the same name */
        changedSince?: string;
        /** With CSV and NDJSON, as the member of the same name. Default: `refuse` */
        onRowError?: "refuse" | "skip";
      };
    };
    requestBody: {
      content: {
        "application/json": Schemas["ScreeningBatchRequest"];
        "application/x-ndjson": string;
        "text/csv": string;
      };
    };
  };
  listScreeningBatchResults: {
    parameters: {
      query?: {
        /** `nextCursor` of the last page, of the same query, for 24 hours */
        cursor?: string;
        limit?: number;
        /** `hits`: those that are not CLEAR */
        only?: "hits";
      };
    };
    responses: {
      200: {
        content: {
          "application/json": Schemas["ScreeningBatchResults"];
          "application/x-ndjson": string;
          "text/csv; charset=utf-8": string;
        };
      };
    };
  };
  listClearedPairs: {
    parameters: {
      query?: {
        /** `nextCursor` of the last page, of the same query, for 24 hours */
        cursor?: string;
        limit?: number;
        /** Key of a list */
        source?: string;
        /** `HOLDS`: it marks a candidate while the entry and the customer's data are those that were reviewed. `LAPSED`: it has ended by itself */
        state?: Schemas["PairState"];
        /** Your own identifier of the customer. A pseudonym, never a name: it is kept with the decision as it is */
        subjectRef?: Schemas["SubjectRef"];
      };
    };
  };
  listDecisions: {
    parameters: {
      query?: {
        /** Your own id of the person who reviews, encrypted at rest */
        assignee?: string;
        batchId?: string;
        classification?: Schemas["Classification"];
        /** `exclude`: without possible matches whose candidates are all marked by cleared pairs */
        cleared?: "include" | "exclude";
        /** `nextCursor` of the last page, of the same query, for 24 hours */
        cursor?: string;
        /** Decided at or after it */
        from?: string;
        limit?: number;
        /** Default: `oldest` of `open`, else `newest` */
        order?: "oldest" | "newest";
        origin?: "api" | "batch" | "monitoring";
        /** Key of the list that the best candidate stands on */
        source?: string;
        /** `open`: OPEN, PROPOSED and ESCALATED */
        state?: "open" | "all" | "NONE" | "OPEN" | "PROPOSED" | "ESCALATED" | "CLOSED";
        /** Your own identifier of the customer. A pseudonym, never a name: it is kept with the decision as it is */
        subjectRef?: Schemas["SubjectRef"];
        /** Decided before it */
        to?: string;
      };
    };
  };
  readScreeningUsage: {
    parameters: {
      query?: {
        /** First UTC day; default: 90 days before `to`. At most 366 days before it */
        from?: string;
        /** UTC day after the last; default: today, which is then left out */
        to?: string;
      };
    };
  };
  listSessions: {
    parameters: {
      query: {
        /** The client whose sessions to list; in live the bearer token identifies it */
        clientId: string;
        /** `nextCursor` of the last page */
        cursor?: string;
        limit?: number;
      };
    };
  };
  startSession: {
    parameters: {
      query?: never;
    };
    responses: {
      200: {
        content: {
          "application/json": Schemas["SessionInitiated"] | Schemas["DigitalSessionInitiated"];
        };
      };
    };
  };
  readSession: {
    parameters: {
      query?: {
        /** `claim` takes the pack if it is ready; `peek` leaves it for a later read */
        evidencePackDelivery?: "claim" | "peek";
        /** What the browser came back with from the wallet. A session token needs it to read how a session with `returnUrl` ended */
        response_code?: string;
      };
    };
  };
  fetchRequestObjectByPost: {
    parameters: {
      query?: never;
    };
    requestBody: {
      content: {
        "application/x-www-form-urlencoded": {
          /** A JSON object, of which `jwks` and the algorithms of encryption are read */
          wallet_metadata?: string;
          wallet_nonce?: string;
        };
      };
    };
  };
  answerSession: {
    parameters: {
      query?: never;
    };
    requestBody: {
      content: {
        "application/json": Schemas["EncryptedCallbackRequest"];
        "application/x-www-form-urlencoded": {
          error?: string | null;
          error_description?: string | null;
          /** Compact JWE of the other members, to the key in the request */
          response?: string | null;
          /** Required where `response` is absent, and of a session by `dc_api` */
          state?: string | null;
          /** The object of the JSON body, as JSON text */
          vp_token?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          "application/json": Schemas["CallbackReply"] | Schemas["CallbackError"];
        };
      };
    };
  };
  readVerificationUsage: {
    parameters: {
      query?: {
        /** First UTC day; default: 90 days before `to`. At most 366 days before it */
        from?: string;
        /** UTC day after the last; default: tomorrow, so that today counts */
        to?: string;
      };
    };
  };
}
