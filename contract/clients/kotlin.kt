// A puzzle app that uses the Kotlin client of OpenAPI Generator.
// `contract/check` generates it from openapi.yaml, compiles it with this program and runs that against the service.

import org.openapitools.client.apis.BoardsApi
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.BoardObject
import org.openapitools.client.models.CellRef
import org.openapitools.client.models.House
import org.openapitools.client.models.Problem
import org.openapitools.client.models.ProblemType
import org.openapitools.client.models.SolveResponse
import org.openapitools.client.models.Variant

fun main(arguments: Array<String>) {
    val boards = BoardsApi(arguments[0])
    val empty = listOf(0, 0, 0, 0)

    val invalid = BoardObject(listOf(listOf(1, 0, 0, 0), empty, listOf(1, 0, 0, 0), empty))
    val duplicate = boards.validate(invalid).duplicate!!
    // A cell and a digit are `Any`, and gson reads a number as a Double.
    check(duplicate.digit == 1.0 && duplicate.house.kind == House.Kind.column) { duplicate }
    check(duplicate.cells == listOf(CellRef(0, 0), CellRef(2, 0))) { duplicate }

    val solved = boards.solve(BoardObject(listOf(listOf(1, 2, 3, 4), listOf(3, 4, 1, 2), listOf(2, 1, 4, 3), listOf(4, 3, 2, 0))))
    check(solved.solutions == SolveResponse.Solutions.one && (solved.solution as List<*>)[3] == listOf(4.0, 3.0, 2.0, 1.0)) { solved }

    val jigsaw = BoardObject("1.....3..4.....2", regions = listOf("aabb", "aabb", "ccdd", "ccdd"), variants = listOf(Variant.anti_king))
    check(boards.solve(jigsaw).solutions == SolveResponse.Solutions.none)

    val rejection = runCatching { boards.validate(BoardObject(listOf(listOf(5, 0, 0, 0), empty, empty, empty))) }
    val error = (rejection.exceptionOrNull() as ClientException).response as ClientError<*>
    val problem = Serializer.gson.fromJson(error.body as String, Problem::class.java)
    check(problem.type == ProblemType.NotABoard && problem.errors!![0].pointer == "#/board/0/0") { problem }
}
